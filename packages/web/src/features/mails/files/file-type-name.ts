import { fileKind, imageType, type Attachment } from '@mailstop/contract'

/** A short name of the type of a file: 'PDF', 'JPEG image', 'Calendar', 'zip'. */
export function fileTypeName(file: Pick<Attachment, 'content_type' | 'filename'>): string {
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
