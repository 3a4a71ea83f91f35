/** A part of bytes that were stored, which may be damaged: reading beyond the part throws. */
export type ByteReader = { bytes: Uint8Array; at: number; end: number }

export function createByteReader(bytes: Uint8Array, at = 0, end = bytes.length): ByteReader {
  if (at > end || end > bytes.length) throw damaged('a part is cut')
  return { bytes, at, end }
}

export function readVarint(reader: ByteReader): number {
  if (reader.at >= reader.end) throw damaged('a number is cut')
  const byte = reader.bytes[reader.at++] ?? 0
  return byte < 128 ? byte : readLonger(reader, byte - 128)
}

function readLonger(reader: ByteReader, first: number): number {
  let value = first
  for (let scale = 128; scale <= largestScale; scale *= 128) {
    if (reader.at >= reader.end) throw damaged('a number is cut')
    const byte = reader.bytes[reader.at++] ?? 0
    value += (byte & 127) * scale
    if (byte < 128) return value
  }
  throw damaged('a number is too long')
}

/** The scale of the last of eight bytes. */
const largestScale = 2 ** 49

const saysDamaged = 'A word index is damaged: '
export const damaged = (how: string) => new Error(`${saysDamaged}${how}`)
/** A thread passes on what an error says. */
export const isIndexDamage = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(saysDamaged)
