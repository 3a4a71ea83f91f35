import { countText, fileKind, imageType, type Attachment, type Mail } from '@mailstop/contract'
import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Tooltip } from '../../../ui/popups/tooltip.tsx'
import { fileSize } from '../../../lib/file-size.ts'
import { downloadAllFiles } from './download-file.ts'
import { FilePicture } from './file-picture.tsx'
import { mostThumbnails } from './thumbnail.ts'

const previews = deferred(() => import('./file-preview.tsx'))

/** More are shown once the reader asks for them. */
const shownAtFirst = 8

/**
 * Pictures and names of the attachments of a mail under its header. A press on one opens its preview.
 */
export function AttachmentStrip({ team, mail }: { team: number; mail: Mail }) {
  const [all, setAll] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const FilePreview = useDeferred(previews, opened !== null)?.FilePreview
  if (mail.attachments.length === 0) return null

  // Images of the text come last: the text shows them already.
  const files = [false, true].flatMap((inline) =>
    mail.attachments.filter((file) => file.inline === inline),
  )
  const apart = files.filter(({ inline }) => !inline).length
  const shown = all ? files : files.slice(0, Math.min(apart, shownAtFirst))
  const unlisted = mail.attachment_count - files.length
  const isLong = shown.length < files.length || all
  return (
    <section
      aria-label="Attachments"
      className="flex max-h-[min(38vh,300px)] flex-none flex-wrap items-center gap-2 overflow-y-auto border-b border-line px-[26px] py-2 max-tablet:px-4"
    >
      {shown.length > 0 && (
        <ul className="m-0 contents list-none p-0">
          {shown.map((file, index) => (
            <li key={file.key}>
              <FileButton file={file} onOpen={() => setOpened(file.key)}>
                <FilePicture
                  address={{ team, mail: mail.id, file: file.key }}
                  file={file}
                  withThumbnail={index < mostThumbnails}
                />
              </FileButton>
            </li>
          ))}
        </ul>
      )}
      {isLong && (
        <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : restText(shown.length, apart, files.length)}
        </Button>
      )}
      {files.length > 1 && (
        <Button
          variant="ghost"
          size="sm"
          icon={<Download aria-hidden />}
          onClick={() => void downloadAllFiles({ team, mail: mail.id })}
        >
          Download all
        </Button>
      )}
      {all && unlisted > 0 && (
        <p className="m-0 w-full text-sm text-ink-3">
          Use Download all to get {unlisted.toLocaleString('en')} more.
        </p>
      )}
      {FilePreview && opened !== null && (
        <FilePreview
          team={team}
          mail={mail.id}
          files={files}
          opened={opened}
          onOpen={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}

function restText(shown: number, apart: number, all: number): string {
  if (shown < apart) return `Show all ${all.toLocaleString('en')}`
  return `Show ${countText(all - apart, 'inline image')}`
}

type FileButtonProps = { file: Attachment; onOpen: () => void; children: ReactNode }

function FileButton({ file, onOpen, children }: FileButtonProps) {
  const label = `${file.filename}, ${fileTypeName(file)}, ${fileSize(file.size)}`
  return (
    <Tooltip content={label}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        onClick={onOpen}
        className="flex max-w-52 items-center gap-2 rounded-sm pr-1.5 text-sm text-ink-2 hover:bg-hover"
      >
        {children}
        <span className="truncate">{file.filename}</span>
      </button>
    </Tooltip>
  )
}

/** A short name of the type of a file: 'PDF', 'JPEG image', 'Calendar', 'zip'. */
function fileTypeName(file: Pick<Attachment, 'content_type' | 'filename'>): string {
  const kind = fileKind(file)
  const subtype = file.content_type.split('/')[1]?.split('+', 1)[0] ?? ''
  if (kind === 'image') {
    return `${(imageType(file) ?? '').slice('image/'.length).toUpperCase()} image`
  }
  if (kind === 'page') return /svg/i.test(file.content_type + file.filename) ? 'SVG' : 'HTML'
  if (kind !== 'other') return names[kind]
  return subtype === '' || subtype === 'octet-stream' ? 'File' : subtype.slice(0, 40)
}

const names = {
  pdf: 'PDF',
  csv: 'CSV',
  json: 'JSON',
  calendar: 'Calendar',
  mail: 'Email',
  winmail: 'Outlook files',
  text: 'Text',
}
