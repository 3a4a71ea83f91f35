import { fileKind, imageType, opensInTab } from '@mailstop/contract'
import type { FileReply } from '../../../http/route.ts'
import type { AttachmentFile } from '../../../mime/view/view.ts'

/**
 * How an attachment is served to a new tab: text of any kind as plain text, an image and a PDF as such,
 * all else to be downloaded.
 */
export function openedFile({
  filename,
  contentType,
  charset = 'utf-8',
  bytes,
}: AttachmentFile): Pick<FileReply, 'contentType' | 'disposition'> {
  const file = { content_type: contentType, filename }
  const kind = fileKind(file)
  if (kind === 'image') return inline(imageType(file) ?? contentType)
  if (kind === 'pdf') return isPdf(bytes) ? inline('application/pdf') : download(unknownType)
  if (!opensInTab(kind)) return download(contentType)
  return inline(`text/plain; charset=${charset}`)
}

const inline = (contentType: string) => ({ contentType, disposition: 'inline' as const })
const download = (contentType: string) => ({ contentType, disposition: 'attachment' as const })
const unknownType = 'application/octet-stream'

/** Viewers look for the mark in as many bytes. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).includes(
    '%PDF-',
  )
}
