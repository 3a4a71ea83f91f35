import { isUtf8 } from 'node:buffer'

const mib = 1024 * 1024

const isControl = (byte: number) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13

/**
 * JSON in UTF-8 takes six bytes for a control character, and three for a byte that is no UTF-8. Text has few of either;
 * where there are many, they become spaces and question marks, so that an answer is not many times its mail.
 */
export function withoutDearBytes(source: Uint8Array): Uint8Array {
  const isText = isUtf8(source)
  let extra = 0
  for (const byte of source) {
    if (isControl(byte)) extra += 5
    else if (byte > 0x7f && !isText) extra += 2
  }
  if (extra <= Math.max(mib, source.length / 2)) return source
  // Not by a regular expression, which takes a hundred bytes for each.
  return source.map((byte) => (isControl(byte) ? 0x20 : byte > 0x7f && !isText ? 0x3f : byte))
}
