import { isUtf8 } from 'node:buffer'
import { decodeText } from '../text/charsets.ts'

/**
 * The header block of a mail or of one of its parts, whatever its bytes: lines may end with CRLF or
 * LF (or CR, when the mail has no LF at all), fields may be folded. The blank line may be missing: the
 * first line that is no field begins the body. Linear in the bytes that it reads, and it reads no more
 * than the limit allows.
 */
export type HeaderBlock = { fields: Field[]; bodyStart: number; complete: boolean }

/** Positions in the source; nothing is decoded until it is asked for, and then once. */
export type Field = {
  name: string
  start: number
  valueStart: number
  end: number
  /** The whole value, unless its charset is doubtful. */
  value: string | null
}

export const cr = 0x0d
export const lf = 0x0a
const colon = 0x3a
const slash = 0x2f

export function readHeaderBlock(
  source: Buffer,
  start: number,
  end: number,
  lineEnd: number,
  most: number,
): HeaderBlock {
  const fields: Field[] = []
  const limit = Math.min(end, start + most)
  let field: Field | null = null
  const first = start + markLength(source, start)
  let at = first
  /** Whether a blank line ends the header; looked for once. */
  let hasEnd: boolean | null = null
  while (at < limit) {
    const found = source.indexOf(lineEnd, at)
    const next = found === -1 || found >= end ? end : found + 1
    let textEnd = next
    while (textEnd > at && isLineEnd(source[textEnd - 1])) textEnd--
    if (textEnd === at) return { fields, bodyStart: next, complete: true }
    // Folded lines count behind a postmark too, or each line that is no field would look through all folded lines
    // behind it.
    const folded = at !== first && isBlank(source[at])
    if (folded && field) field.end = textEnd
    if (!folded) {
      field = readField(source, at, textEnd)
      if (field === null) {
        const mayGoOn =
          at === first ? isPostmark(source, at) : (hasEnd ??= hasBlankLine(source, next, limit))
        if (!mayGoOn || !isBeforeField({ source, next, limit, lineEnd, isFirst: at === first })) {
          return { fields, bodyStart: at, complete: true }
        }
      }
      if (field !== null && fields.length < mostFields) fields.push(field)
    }
    at = next
  }
  return { fields, bodyStart: at, complete: at >= end }
}

/** Fields beyond this are skipped on the way to the body. */
const mostFields = 10_000

/** The byte order mark of UTF-8 in front of a text is not part of it. */
const markLength = (source: Buffer, at: number) =>
  source[at] === 0xef && source[at + 1] === 0xbb && source[at + 2] === 0xbf ? 3 : 0

/** The line that mailbox files have in front of each mail. */
const isPostmark = (source: Buffer, at: number) => source.toString('latin1', at, at + 5) === 'From '

type Place = { source: Buffer; next: number; limit: number; lineEnd: number; isFirst: boolean }

/**
 * Whether a line that is no field may stand among fields: a postmark, or a line that a relay broke, with a field
 * behind it that every mail has.
 */
function isBeforeField({ source, next, limit, lineEnd, isFirst }: Place): boolean {
  let start = next
  while (start < limit && isBlank(source[start])) {
    const end = source.indexOf(lineEnd, start)
    start = end === -1 ? limit : end + 1
  }
  const following = readField(source, start, Math.min(limit, start + longestName))
  return following !== null && (isFirst || usual.test(following.name))
}

const usual =
  /^(?:from|to|cc|subject|date|sender|reply-to|message-id|mime-version|content-.+|received|return-path|delivered-to|x-.+)$/i

const hasBlankLine = (source: Buffer, start: number, limit: number) =>
  ['\n\r\n', '\n\n', '\r\r'].some((end) => source.subarray(start, limit).includes(end))

/**
 * Null for a line that is no field (RFC 5322 section 2.2; section 4.5 allows white space in front of the colon).
 * An address of the web and a tag of html begin a text.
 */
function readField(source: Buffer, start: number, end: number): Field | null {
  let nameEnd = start
  while (nameEnd < end && isOfName(source[nameEnd])) nameEnd++
  if (nameEnd === start || source[start] === 0x3c) return null
  let at = nameEnd
  while (at < end && isBlank(source[at])) at++
  if (at === end || source[at] !== colon) return null
  if (source[at + 1] === slash && source[at + 2] === slash) return null
  const name = source.toString('latin1', start, Math.min(nameEnd, start + longestName))
  return { name, start, valueStart: at + 1, end, value: null }
}

const longestName = 200

const isOfName = (byte = 0) => byte > 0x20 && byte < 0x7f && byte !== colon
const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09

export function isLineEnd(byte: number | undefined): boolean {
  return byte === lf || byte === cr
}

/** The byte that ends lines in this mail. */
export function lineEndOf(source: Buffer): number {
  return source.includes(lf) ? lf : cr
}

/**
 * A field's value, unfolded and trimmed, at most `most` bytes of it. Raw UTF-8 is read as such (RFC
 * 6532), other raw bytes in the charset of the mail's texts.
 */
export function fieldValue(
  source: Buffer,
  field: Field,
  most: number,
  charset?: RawCharset,
): string {
  const isWhole = field.end - field.valueStart <= most
  if (isWhole && field.value !== null) return field.value
  const bytes = source.subarray(field.valueStart, valueEnd(source, field, most))
  if (isUtf8(bytes)) {
    const value = unfold(decodeText(bytes, 'utf-8')).trim()
    if (isWhole) field.value = value
    return value
  }
  return unfold(decodeText(escapeInWords(bytes), charset?.() ?? '')).trim()
}

/** Finds the charset of raw bytes that are no UTF-8. Few mails have any. */
export type RawCharset = () => string

/** Line breaks do not count, so that a value is cut at the same place whatever they are. */
function valueEnd(source: Buffer, field: Field, most: number): number {
  if (field.end - field.valueStart <= most) return field.end
  let at = field.valueStart
  for (let room = most; at < field.end && room > 0; at++) if (!isLineEnd(source[at])) room--
  return at
}

/**
 * Escapes raw bytes within an encoded-word as the Q encoding would (RFC 2047 forbids them): they are in the charset
 * of the word, not of the mail, and are read with the rest of the word.
 */
function escapeInWords(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  // Neither a charset nor a word holds a question mark, so no character is read twice.
  const escaped = text.replace(/=\?[^?\s]{1,60}\?Q\?[^?]{1,2048}\?=/gi, (word) =>
    word.replace(/[\x80-\xff]/g, (byte) => `=${byte.charCodeAt(0).toString(16)}`),
  )
  return escaped.length === text.length ? bytes : Buffer.from(escaped, 'latin1')
}

function unfold(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return text
  return (
    text
      .replaceAll('\r\n', '')
      .replaceAll('\n', '')
      // A run is read once, whatever follows it.
      .replace(/\r+([ \t])?/g, (run: string, fold?: string) => fold ?? ' '.repeat(run.length))
  )
}
