import { isUtf8 } from 'node:buffer'
import { decodeText } from './charsets.ts'

/**
 * The header block of a mail or of one of its parts, whatever its bytes: lines may end with CRLF or
 * LF (or CR, when the mail has no LF at all), fields may be folded, the blank line may be missing.
 * Linear in the bytes it looks at, and it looks at no more than it is allowed.
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

/** Those beyond are passed over on the way to the body. */
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

function isLineEnd(byte: number | undefined): boolean {
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
  const end = Math.min(field.end, field.valueStart + most)
  const bytes = source.subarray(field.valueStart, end)
  return unfold(decodeText(bytes, isUtf8(bytes) ? 'utf-8' : charset)).trim()
}

function unfold(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return text
  return (
    text
      .replaceAll('\r\n', '')
      .replaceAll('\n', '')
      // A run is looked at once, whatever follows it.
      .replace(/\r+([ \t])?/g, (run: string, fold?: string) => fold ?? ' '.repeat(run.length))
  )
}
