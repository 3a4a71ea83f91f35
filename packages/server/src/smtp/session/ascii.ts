import { Buffer } from 'node:buffer'

export const isAscii = (text: string) => Buffer.byteLength(text) === text.length

/** Keywords are ASCII: `ı` and `ſ` do not match, although their capitals are `I` and `S`. */
export const upperCase = (text: string) => (isAscii(text) ? text.toUpperCase() : text)

/** Only the ASCII space is a separator in SMTP; spaces of other scripts stay. */
export function trimSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (text[start] === ' ') start += 1
  while (end > start && text[end - 1] === ' ') end -= 1
  return text.slice(start, end)
}
