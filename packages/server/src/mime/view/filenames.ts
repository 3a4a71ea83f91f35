import { oneLine } from '../text/one-line.ts'

/**
 * The name an attachment is offered under: what the mail says, made fit to be a file's name on any
 * system, or one made from its type. Never empty, never a path.
 */
export function attachmentFilename(given: string | null, type: string, position: number): string {
  const name = oneLine(lastPathPart(given ?? ''), longestGiven)
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[. ]+/, '')
    .replace(/[. ]{1,50}$/, '')
  if (name !== '') return shorten(name)
  if (type === 'message/rfc822') return position === 1 ? 'message.eml' : `message-${position}.eml`
  const extension = extensions.get(type)
  return `attachment-${position}${extension === undefined ? '' : `.${extension}`}`
}

const longestName = 150
const longestGiven = 2_000

/** Senders on Windows have put whole paths there, and hostile ones `../../`. */
function lastPathPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
}

/** The extension stays, because it decides which program opens the file. */
function shorten(name: string): string {
  if (name.length <= longestName) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : ''
  return (name.slice(0, longestName - extension.length) + extension).toWellFormed()
}

const extensions = new Map([
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['application/gzip', 'gz'],
  ['application/json', 'json'],
  ['application/xml', 'xml'],
  ['application/ics', 'ics'],
  ['application/msword', 'doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/pgp-signature', 'asc'],
  ['application/pkcs7-signature', 'p7s'],
  ['application/x-pkcs7-signature', 'p7s'],
  ['audio/mpeg', 'mp3'],
  ['image/bmp', 'bmp'],
  ['image/gif', 'gif'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/svg+xml', 'svg'],
  ['image/webp', 'webp'],
  ['message/delivery-status', 'txt'],
  ['text/calendar', 'ics'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['text/plain', 'txt'],
  ['text/vcard', 'vcf'],
  ['text/rfc822-headers', 'txt'],
  ['video/mp4', 'mp4'],
])
