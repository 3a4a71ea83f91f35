import { isUtf8 } from 'node:buffer'
import { decodeText } from './charsets.ts'

/**
 * The header block of a mail or of one of its parts, whatever its bytes: lines may end with CRLF or
 * LF (or CR, when the mail has no LF at all), fields may be folded, the blank line may be missing.
 * Linear in the bytes that it reads, and it reads no more than the limit allows.
 */
export type HeaderBlock = { fields: Field[]; bodyStart: number; complete: boolean }

/** Positions in the source; nothing is decoded until it is asked for. */
export type Field = { name: string; start: number; valueStart: number; end: number }

export const cr = 0x0d
export const lf = 0x0a
const colon = 0x3a

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
  let at = start
  while (at < limit) {
    const found = source.indexOf(lineEnd, at)
    const next = found === -1 || found >= end ? end : found + 1
    let textEnd = next
    while (textEnd > at && isLineEnd(source[textEnd - 1])) textEnd--
    if (textEnd === at) return { fields, bodyStart: next, complete: true }
    const first = source[at]
    const folded = fields.length > 0 && (first === 0x20 || first === 0x09)
    if (folded && field) field.end = textEnd
    if (!folded) {
      field = fields.length < mostFields ? readField(source, at, textEnd) : null
      if (field) fields.push(field)
    }
    at = next
  }
  return { fields, bodyStart: at, complete: at >= end }
}

/** Fields beyond this are skipped on the way to the body. */
const mostFields = 10_000

function readField(source: Buffer, start: number, end: number): Field {
  // Not `indexOf` on the source, which would search the whole mail for the colon that a line lacks.
  const near = Math.min(end, start + longestName)
  let nameEnd = start
  while (nameEnd < near && source[nameEnd] !== colon) nameEnd++
  if (nameEnd === near && near < end) {
    const found = source.subarray(near, end).indexOf(colon)
    nameEnd = found === -1 ? end : near + found
  }
  const name = source.toString('latin1', start, Math.min(nameEnd, start + longestName)).trim()
  return { name, start, valueStart: Math.min(nameEnd + 1, end), end }
}

const longestName = 200

export function isLineEnd(byte: number | undefined): boolean {
  return byte === lf || byte === cr
}

/** The byte that ends lines in this mail. */
export function lineEndOf(source: Buffer): number {
  return source.includes(lf) ? lf : cr
}

/**
 * A field's value, unfolded and trimmed, at most `most` bytes of it. Raw UTF-8 is read as such (RFC
 * 6532), other raw bytes in the charset the mail declares for its body.
 */
export function fieldValue(source: Buffer, field: Field, most: number, charset = ''): string {
  const bytes = source.subarray(field.valueStart, valueEnd(source, field, most))
  if (isUtf8(bytes)) return unfold(decodeText(bytes, 'utf-8')).trim()
  return unfold(decodeText(escapeInWords(bytes), charset)).trim()
}

/** Line breaks do not count, so that a value is cut at the same place whatever they are. */
function valueEnd(source: Buffer, field: Field, most: number): number {
  if (field.end - field.valueStart <= most) return field.end
  let at = field.valueStart
  for (let room = most; at < field.end && room > 0; at++) if (!isLineEnd(source[at])) room--
  return at
}

/**
 * Raw bytes within an encoded-word are meant in its charset (RFC 2047 forbids them), not in that of
 * the mail: written as the Q encoding would, they are read with the rest of the word.
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
