/**
 * What can be done with a file of a mail, by its declared type and, where that says little, by the
 * extension of its name. A sender may lie in both: nothing here makes a file safe to run.
 */
export type FileKind =
  | 'image'
  | 'pdf'
  | 'csv'
  | 'json'
  | 'calendar'
  | 'mail'
  /** The files of a mail of Outlook in one. */
  | 'winmail'
  | 'text'
  /** Text that a browser would run as a page of its own. */
  | 'page'
  | 'other'

type File = { content_type: string; filename: string }

const imageTypes = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['bmp', 'image/bmp'],
])
const shownImages = new Set(imageTypes.values())

const kindsByType = new Map<string, FileKind>([
  ['application/pdf', 'pdf'],
  ['application/x-pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'csv'],
  ['application/csv', 'csv'],
  ['application/json', 'json'],
  ['text/calendar', 'calendar'],
  ['application/ics', 'calendar'],
  ['message/rfc822', 'mail'],
  ['application/ms-tnef', 'winmail'],
  ['application/vnd.ms-tnef', 'winmail'],
  ['text/html', 'page'],
  ['image/svg+xml', 'page'],
  ['application/xhtml+xml', 'page'],
  ['application/xml', 'text'],
  ['application/javascript', 'text'],
  ['application/x-ndjson', 'text'],
  ['application/yaml', 'text'],
  ['application/x-yaml', 'text'],
  ['application/sql', 'text'],
  ['application/x-sh', 'text'],
])

const kindsByExtension = new Map<string, FileKind>([
  ['pdf', 'pdf'],
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['json', 'json'],
  ['ics', 'calendar'],
  ['eml', 'mail'],
  ['html', 'page'],
  ['htm', 'page'],
  ['xhtml', 'page'],
  ['svg', 'page'],
  ...[
    'txt',
    'log',
    'md',
    'xml',
    'yaml',
    'yml',
    'ini',
    'conf',
    'sql',
    'diff',
    'patch',
    'ndjson',
  ].map((extension) => [extension, 'text'] as const),
])

/** Programs write these for whatever they do not know. */
const vague = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/binary'])

export function fileKind(file: File): FileKind {
  const type = bareType(file)
  const extension = extensionOf(file)
  if (vague.has(type)) {
    if (file.filename.toLowerCase() === 'winmail.dat') return 'winmail'
    return kindsByExtension.get(extension) ?? (imageTypes.has(extension) ? 'image' : 'other')
  }
  const kind = kindsByType.get(type)
  if (kind) return kind
  if (imageType(file) !== null) return 'image'
  // Plain text with the name of a kind of text is of that kind. It cannot become a page or a PDF.
  if (type === 'text/plain') {
    return textKinds.find((one) => one === kindsByExtension.get(extension)) ?? 'text'
  }
  if (type.endsWith('+json')) return 'json'
  return /^(?:text|message)\/|\+xml$/.test(type) ? 'text' : 'other'
}

const textKinds = ['csv', 'json', 'calendar'] as const

/** The type of an image that every browser shows and that cannot hold script; else null. */
export function imageType(file: File): string | null {
  const declared = bareType(file)
  const type = vague.has(declared)
    ? imageTypes.get(extensionOf(file))
    : (synonyms.get(declared) ?? declared)
  return type !== undefined && shownImages.has(type) ? type : null
}

const synonyms = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
])

/** Whether a new tab shows the file. A browser downloads any other. */
export const opensInTab = (kind: FileKind) => !['page', 'winmail', 'other'].includes(kind)

const bareType = ({ content_type }: File) =>
  (content_type.split(';', 1)[0] ?? '').trim().toLowerCase()

const extensionOf = ({ filename }: File) =>
  filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()
