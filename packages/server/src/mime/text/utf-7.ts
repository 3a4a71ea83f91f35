/**
 * UTF-7 (RFC 2152), which no platform decodes: `+` begins UTF-16 in base64, which ends at the first
 * character that is none of base64, and a `-` there is left out. `+-` is a plus sign. What cannot be
 * read stays as it is written.
 */
export function decodeUtf7(text: string): string {
  if (!text.includes('+')) return text
  // The result is never longer than the input.
  const out = new Uint16Array(text.length)
  let length = 0
  let at = 0
  while (at < text.length) {
    const open = text.charCodeAt(at++)
    if (open !== plus) {
      out[length++] = open
      continue
    }
    const start = at
    const before = length
    let bits = 0
    let held = 0
    for (; (sextets[text.charCodeAt(at)] ?? none) !== none; at++) {
      bits = ((bits << 6) | (sextets[text.charCodeAt(at)] ?? 0)) & 0x3f_ff_ff
      held += 6
      if (held < 16) continue
      held -= 16
      out[length++] = (bits >> held) & 0xff_ff
    }
    const isEnded = text.charCodeAt(at) === minus
    if (length > before) {
      if (isEnded) at++
      continue
    }
    // An incomplete character stays as it is written.
    for (let written = start - 1; written < at; written++) {
      out[length++] = text.charCodeAt(written)
    }
    if (at === start && isEnded) at++
  }
  return Buffer.from(out.buffer, 0, length * 2)
    .toString('utf16le')
    .toWellFormed()
}

const plus = 0x2b
const minus = 0x2d
const none = 64
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const sextets = new Uint8Array(128).fill(none)
for (let value = 0; value < alphabet.length; value++) sextets[alphabet.charCodeAt(value)] = value
