import { Buffer } from 'node:buffer'

const lf = 0x0a
const cr = 0x0d
const dot = 0x2e
const sliceBytes = 16 * 1024

/**
 * A mail as POP3 sends it (RFC 1939 section 3), in slices: a dot before each line that begins with one, a CRLF at the
 * end of each, and the line that ends all. A bare LF becomes a CRLF: clients take it for the end of a line, and a dot
 * behind it would end the mail for them. `bodyLines` is how much follows the header; all where it is left out.
 */
export function* messageLines(source: Uint8Array, bodyLines = Infinity): Generator<Buffer> {
  let previous = lf
  let isStart = true
  let isHeader = true
  let isEmpty = true
  let left = bodyLines
  let ended = false

  for (let from = 0; from < source.length && !ended; from += sliceBytes) {
    const slice = source.subarray(from, from + sliceBytes)
    // Each byte becomes two at most: a LF its CRLF, a dot two dots.
    const out = Buffer.allocUnsafe(2 * slice.length)
    let length = 0
    for (const byte of slice) {
      if (isStart && byte === dot) out[length++] = dot
      if (byte === lf && previous !== cr) out[length++] = cr
      out[length++] = byte
      previous = byte
      isStart = byte === lf
      if (!isStart) {
        if (byte !== cr) isEmpty = false
        continue
      }
      if (!isHeader) left -= 1
      else if (isEmpty) isHeader = false
      isEmpty = true
      ended = !isHeader && left <= 0
      if (ended) break
    }
    yield out.subarray(0, length)
  }
  yield Buffer.from(isStart ? '.\r\n' : '\r\n.\r\n')
}
