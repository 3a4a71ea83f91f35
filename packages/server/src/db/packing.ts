import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'

/**
 * How the source of a mail lies in the store: one byte naming the format, then the payload. Whatever
 * does not shrink is kept as it is, so packing never costs more than that one byte.
 */
const format = { raw: 0, zstd: 1 }

/** Below this, the frame of a compressed payload eats what compression saves. */
const minimumToCompress = 128

/** The quickest: on mail the usual level gains two parts in a hundred, and takes a fifth longer. */
const level = { [constants.ZSTD_c_compressionLevel]: 1 }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** For threads that may block. */
export function packNow(bytes: Uint8Array): Uint8Array {
  if (bytes.length < minimumToCompress) return prefixed(format.raw, bytes)
  return smaller(bytes, zstdCompressSync(bytes, { pledgedSrcSize: bytes.length, params: level }))
}

/** As `packNow`, off the calling thread. */
export async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length < minimumToCompress) return prefixed(format.raw, bytes)
  return smaller(bytes, await compress(bytes, { pledgedSrcSize: bytes.length, params: level }))
}

/** The bytes that were packed, off the calling thread; rejects when they would exceed `maxBytes`. */
export async function unpack(packed: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const payload = packed.subarray(1)
  if (packed[0] === format.zstd) return decompress(payload, { maxOutputLength: maxBytes })
  if (packed[0] !== format.raw) throw new Error('A packed source is of an unknown format')
  if (payload.length > maxBytes) throw new Error(`A packed source exceeds ${maxBytes} bytes`)
  return payload
}

function smaller(bytes: Uint8Array, compressed: Uint8Array): Uint8Array {
  return compressed.length < bytes.length
    ? prefixed(format.zstd, compressed)
    : prefixed(format.raw, bytes)
}

function prefixed(first: number, payload: Uint8Array): Uint8Array {
  const packed = new Uint8Array(payload.length + 1)
  packed[0] = first
  packed.set(payload, 1)
  return packed
}
