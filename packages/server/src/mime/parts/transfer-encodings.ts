import { decodeUuencoded, uuencodedLength } from './uuencode.ts'

/**
 * Content-Transfer-Encodings (RFC 2045 section 6, and uuencode, which is older) and the Q encoding of
 * RFC 2047. Linear, and lenient: what cannot be decoded stays as it is written.
 */
export function decodeTransfer(
  bytes: Buffer,
  encoding: string,
  most = Number.POSITIVE_INFINITY,
): Buffer {
  if (encoding === 'base64') return decodeBase64(bytes, most)
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(bytes, most)
  if (encoding === 'uuencode') return decodeUuencoded(bytes, most) ?? bytes.subarray(0, most)
  return bytes.subarray(0, most)
}

/** How many bytes `decodeTransfer` returns, without decoding them. */
export function decodedLength(bytes: Buffer, encoding: string): number {
  if (encoding === 'base64') return base64Length(bytes)
  if (encoding === 'quoted-printable') return readQuotedPrintable(bytes, null, bytes.length)
  if (encoding === 'uuencode') return uuencodedLength(bytes) ?? bytes.length
  return bytes.length
}

/** The name of the encoding in a Content-Transfer-Encoding field, without what surrounds it. */
export function transferEncodingOf(value: string): string {
  const lower = value.toLowerCase()
  if (lower.includes('base64')) return 'base64'
  if (lower.includes('quoted-printable')) return 'quoted-printable'
  return /\b(?:x-)?uue(?:ncode)?\b/.test(lower) ? 'uuencode' : ''
}

/** Padding ends a unit, not the text: some senders encode line by line. */
function decodeBase64(bytes: Buffer, most: number): Buffer {
  if (most < bytes.length) return decodeUnits(bytes, most)
  const text = bytes.toString('latin1')
  const padding = text.indexOf('=')
  const isLast = padding === -1 || !/[A-Za-z0-9+/_-]/.test(text.slice(padding))
  return isLast ? Buffer.from(text, 'base64') : decodeUnits(bytes, most)
}

/** In one pass into one buffer: there may be millions of units. */
function decodeUnits(bytes: Buffer, most: number): Buffer {
  const out = Buffer.allocUnsafe(Math.min(most, Math.ceil((bytes.length * 3) / 4)))
  let length = 0
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    if (byte === equals) held = 0
    const value = sextets[byte] ?? noSextet
    if (value === noSextet) continue
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held < 8) continue
    if (length === out.length) break
    held -= 8
    out[length++] = (bits >> held) & 0xff
  }
  return out.subarray(0, length)
}

function base64Length(bytes: Buffer): number {
  let length = 0
  let unit = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    unit += isSextet[byte] ?? 0
    if (byte !== equals) continue
    length += Math.floor((unit * 3) / 4)
    unit = 0
  }
  return length + Math.floor((unit * 3) / 4)
}

const noSextet = 64
/** The value of each byte, in the usual alphabet and in that for URLs (RFC 4648 section 5). */
const sextets = new Uint8Array(256).fill(noSextet)
for (const last of ['+/', '-_']) {
  const alphabet = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${last}`
  for (let value = 0; value < alphabet.length; value++) sextets[alphabet.charCodeAt(value)] = value
}
const isSextet = sextets.map((value) => (value === noSextet ? 0 : 1))

const equals = 0x3d
const underscore = 0x5f

function decodeQuotedPrintable(bytes: Buffer, most: number): Buffer {
  const room = Math.min(most, bytes.length)
  const first = bytes.indexOf(equals)
  if (first === -1 || first >= room) return bytes.subarray(0, room)
  const out = Buffer.allocUnsafe(room)
  return out.subarray(0, readQuotedPrintable(bytes, out, room))
}

/** Counts the decoded bytes, at most `most`, and writes them where there is a place for them. */
function readQuotedPrintable(bytes: Buffer, out: Buffer | null, most: number): number {
  let length = 0
  let at = 0
  while (at < bytes.length && length < most) {
    let byte = bytes[at] ?? 0
    if (byte === equals) {
      const value = hexPair(bytes[at + 1], bytes[at + 2])
      const next = value >= 0 ? at + 2 : softBreakEnd(bytes, at + 1)
      if (value >= 0) {
        byte = value
        at = next
      } else if (next !== -1) {
        at = next
        continue
      }
    }
    if (out) out[length] = byte
    length++
    at++
  }
  return length
}

/** Padding that transports add after a soft line break is no content (RFC 2045 section 6.7 rule 3). */
function softBreakEnd(bytes: Buffer, start: number): number {
  let at = start
  while (at - start < 80 && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++
  if (bytes[at] === 0x0d) return bytes[at + 1] === 0x0a ? at + 2 : at + 1
  if (bytes[at] === 0x0a) return at + 1
  return at >= bytes.length ? at : -1
}

/** The text of an encoded-word, as bytes; raw characters beyond ASCII become UTF-8. */
export function decodeQ(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const value = byte === equals ? hexPair(bytes[at + 1], bytes[at + 2]) : -1
    if (value >= 0) at += 2
    bytes[length++] = value >= 0 ? value : byte === underscore ? 0x20 : byte
  }
  return bytes.subarray(0, length)
}

/** The byte of two hex digits, or -1. */
export function hexPair(high: number | undefined, low: number | undefined): number {
  const first = hexDigit(high)
  const second = hexDigit(low)
  return first < 0 || second < 0 ? -1 : first * 16 + second
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
