import { parseStructured, type Structured } from '../headers/parameters.ts'

// Content-Type and Content-Disposition as senders write them, where that is no value of RFC 2045 section 5.1.

const token = String.raw`[^\s()<>@,;:\\"/[\]?=]{1,127}`
const mediaType = new RegExp(`^${token}/${token}$`)
const beginsWithType = new RegExp(String.raw`^["'\s]{0,9}(${token})\s{0,9}/\s{0,9}(${token})`)
const beginsWithWord = new RegExp(String.raw`^["'\s]{0,9}(${token})(?!\s{0,9}=)(?![^\s"':,;])`)

/**
 * A type that cannot be read is text (RFC 2045 section 5.2), unless it begins with one that can, or the part is a file
 * by its disposition.
 */
export function parseContentType(
  text: string,
  disposition: Structured | null,
  isMail: boolean,
): Structured {
  const read = parseStructured(text)
  const { value: said } = read
  if (said === 'text/plain' || said === 'text/html' || said === '') return read
  if (mediaType.test(said)) return read
  const begin = beginsWithType.exec(text)
  if (!begin && isFile(disposition, isMail)) return read
  const rest = looseParameters(text.slice((begin ?? beginsWithWord.exec(text))?.[0].length))
  const parameters = new Map([...rest, ...read.parameters])
  const isMultipart = /^["'\s]{0,9}multipart\b/i.test(text) && parameters.has('boundary')
  const value = begin ? `${begin[1]}/${begin[2]}`.toLowerCase() : 'text/plain'
  return { value: !begin && isMultipart ? 'multipart/mixed' : value, parameters }
}

const isFile = (disposition: Structured | null, isMail: boolean) =>
  disposition?.value === 'attachment' ||
  (!isMail && disposition?.parameters.has('filename') === true)

/** A part is attached where its disposition cannot be read (RFC 2183 section 2.8). The mail itself can hardly be. */
export function parseDisposition(text: string, isMail: boolean): Structured | null {
  const read = parseStructured(text)
  if (read.value === 'attachment' || read.value === 'inline') return read
  if (read.value === '' && read.parameters.size === 0) return null
  const begin = beginsWithWord.exec(text)
  const parameters = new Map([
    ...looseParameters(text.slice(begin?.[0].length)),
    ...read.parameters,
  ])
  const word = begin?.[1]?.toLowerCase()
  const isInline = word === 'inline' || (isMail && word !== 'attachment')
  return { value: isInline ? 'inline' : 'attachment', parameters }
}

/** Finds parameters with nothing but spaces between them, or with a comma or a colon in front. */
function looseParameters(text: string): Structured['parameters'] {
  // A quoted string that is not closed goes on to the end, so that each character is read once.
  const separated = text.replace(
    /"(?:[^"\\]|\\.)*(?:"|$)|(?<!\s)\s{1,99}(?=[a-z][a-z0-9*-]{0,30}\s{0,9}=)/gi,
    (found) => (found.startsWith('"') ? found : '; '),
  )
  return parseStructured(`;${separated.replace(/^["'\s:,;]{1,99}/, '')}`).parameters
}
