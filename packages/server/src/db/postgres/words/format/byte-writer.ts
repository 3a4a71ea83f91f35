/** Bytes that grow. The functions are free, and the buffers reused, since they run for each word of each mail. */
export type ByteWriter = { bytes: Uint8Array; length: number }

export const createByteWriter = (): ByteWriter => ({ bytes: new Uint8Array(1024), length: 0 })

export const written = ({ bytes, length }: ByteWriter): Uint8Array => bytes.subarray(0, length)

/** Seven bits a byte, the lowest first; the eighth says that more follow. Whole numbers from 0 to 2 ** 53. */
export function writeVarint(writer: ByteWriter, value: number): void {
  if (writer.length + longestVarint > writer.bytes.length) grow(writer, longestVarint)
  let rest = value
  for (; rest > 127; rest = rest > 0x7fffffff ? Math.floor(rest / 128) : rest >>> 7) {
    writer.bytes[writer.length++] = (rest % 128) | 128
  }
  writer.bytes[writer.length++] = rest
}

const longestVarint = 8

export function writeBytes(writer: ByteWriter, bytes: Uint8Array, from: number, end: number): void {
  const count = end - from
  if (writer.length + count > writer.bytes.length) grow(writer, count)
  // Copies a few bytes one by one: making the view that `set` needs would take longer.
  if (count > 32) writer.bytes.set(bytes.subarray(from, end), writer.length)
  else for (let at = 0; at < count; at++) writer.bytes[writer.length + at] = bytes[from + at] ?? 0
  writer.length += count
}

/** Takes away what stands before `from`. */
export function dropBefore(writer: ByteWriter, from: number): void {
  writer.bytes.copyWithin(0, from, writer.length)
  writer.length -= from
}

function grow(writer: ByteWriter, more: number): void {
  const larger = new Uint8Array(2 * (writer.length + more))
  larger.set(written(writer))
  writer.bytes = larger
}
