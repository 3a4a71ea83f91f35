import { Dialog } from '@base-ui/react/dialog'
import { getAttachmentDigest, opensInTab, fileKind, type Attachment } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, ExternalLink, X } from 'lucide-react'
import { useRef, type ComponentProps, type KeyboardEvent } from 'react'
import { queryOf } from '../../../lib/api/queries.ts'
import { buttonClasses } from '../../../ui/buttons/button-classes.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { fileSize } from '../../../lib/file-size.ts'
import { openAttachment } from '../read/open-file.ts'
import { downloadFile } from './download-file.ts'
import { fileKey, fileParams, type FileAddress } from './fetch-file.ts'
import { FileContents } from './file-contents.tsx'

type FilePreviewProps = {
  team: number
  mail: number
  files: Attachment[]
  /** The key of the file that is shown. */
  opened: string
  onOpen: (key: string) => void
  onClose: () => void
}

/** One attachment over the page. The arrow keys lead to the next and the previous one. */
export function FilePreview({ team, mail, files, opened, onOpen, onClose }: FilePreviewProps) {
  const popup = useRef<HTMLDivElement>(null)
  const index = files.findIndex(({ key }) => key === opened)
  const file = files[index]
  if (!file) return null
  const address = { team, mail, file: file.key }
  const step = (by: 1 | -1) => {
    const next = files[index + by]
    if (next) onOpen(next.key)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
    if (by === null) return
    event.preventDefault()
    step(by)
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex justify-center p-6 max-tablet:p-0">
          <Dialog.Popup
            ref={popup}
            initialFocus={popup}
            onKeyDown={onKeyDown}
            className="flex size-full max-w-[1100px] min-w-0 flex-col rounded-lg border border-line-strong bg-raised shadow-float outline-none max-tablet:rounded-none max-tablet:border-0"
          >
            <header className="flex flex-none flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-2 pr-2 pl-4">
              <Dialog.Title className="min-w-0 flex-1 truncate text-md font-semibold max-tablet:basis-full max-tablet:pt-1 max-tablet:pr-2">
                <bdi title={file.filename}>{file.filename}</bdi>
              </Dialog.Title>
              {files.length > 1 && (
                <>
                  <span className="num text-sm whitespace-nowrap text-ink-3 max-tablet:mr-auto">
                    {index + 1} of {files.length.toLocaleString('en')}
                  </span>
                  <PlainButton
                    label="Previous attachment"
                    aria-disabled={index === 0}
                    onClick={() => step(-1)}
                  >
                    <ChevronLeft aria-hidden />
                  </PlainButton>
                  <PlainButton
                    label="Next attachment"
                    aria-disabled={index === files.length - 1}
                    onClick={() => step(1)}
                  >
                    <ChevronRight aria-hidden />
                  </PlainButton>
                </>
              )}
              {opensInTab(fileKind(file)) && (
                <PlainButton label="Open in a new tab" onClick={() => openAttachment(address)}>
                  <ExternalLink aria-hidden />
                </PlainButton>
              )}
              <PlainButton label="Download" onClick={() => void downloadFile(address)}>
                <Download aria-hidden />
              </PlainButton>
              <Dialog.Close render={<PlainButton label="Close" />}>
                <X aria-hidden />
              </Dialog.Close>
            </header>
            <div className="flex min-h-0 flex-1 flex-col">
              <FileContents
                key={file.key}
                address={address}
                file={file}
                focusPreview={() => popup.current?.focus()}
              />
            </div>
            <FileDetails address={address} file={file} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type PlainButtonProps = ComponentProps<'button'> & { label: string }

/** Leaves out our tooltip, which would take the first Escape for itself. */
function PlainButton({ label, ...rest }: PlainButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={buttonClasses(
        'ghost',
        'sm',
        'w-8 flex-none px-0! aria-disabled:opacity-45 pointer-coarse:w-10',
      )}
    />
  )
}

function FileDetails({ address, file }: { address: FileAddress; file: Attachment }) {
  const digest = useQuery({
    ...queryOf(fileKey(address, 'digest'), getAttachmentDigest, { params: fileParams(address) }),
    staleTime: Infinity,
  })
  return (
    <footer className="flex min-h-11 flex-none flex-wrap items-center gap-x-4 border-t border-line px-4 py-1 text-sm text-ink-3">
      <span className="max-w-full truncate">{file.content_type}</span>
      <span className="num">{fileSize(file.size)}</span>
      {digest.data && (
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="flex-none">SHA-256</span>
          <code className="min-w-0 truncate font-mono text-xs text-ink-2">
            {digest.data.sha256}
          </code>
          <CopyButton text={digest.data.sha256} label="Copy SHA-256" />
        </span>
      )}
      {digest.isError && <span>The SHA-256 could not be computed.</span>}
    </footer>
  )
}
