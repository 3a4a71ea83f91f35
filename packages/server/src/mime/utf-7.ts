/**
 * UTF-7 (RFC 2152), which no platform decodes: `+` begins UTF-16 in base64, which ends at the first
 * character that is none of base64, and a `-` there is left out. `+-` is a plus sign. What cannot be
 * read stays as it is written.
 */
export function decodeUtf7(text: string): string {
  if (!text.includes('+')) return text
  // Each run is matched once, whatever follows it.
  return text
    .replace(/\+([A-Za-z0-9+/]*)(-?)/g, (written: string, base64: string, end: string) => {
      if (base64 === '') return end === '' ? written : '+'
      const bytes = Buffer.from(base64, 'base64')
      if (bytes.length < 2) return written
      return bytes
        .subarray(0, bytes.length - (bytes.length % 2))
        .swap16()
        .toString('utf16le')
    })
    .toWellFormed()
}
