import { promisify } from 'node:util'
import {
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'

/**
 * The stored form of a mail's source: one byte for the format, then the payload. Incompressible bytes are kept as
 * they are, so packing never costs more than that one byte.
 */
const format = { raw: 0, zstd: 1, brotli: 2 }

/** Below this, the frame of a compressed payload eats what compression saves. */
const minimumToCompress = 128

/**
 * Below this, zstd takes longer to prepare than to compress: brotli at its quickest takes half as long for a mail of
 * some kilobytes, and its result is a twelfth larger.
 */
const minimumForZstd = 16 * 1024
const mostAtOnce = 64 * 1024

const compressZstd = promisify(zstdCompress)
const decompress = { zstd: promisify(zstdDecompress), brotli: promisify(brotliDecompress) }

/** Packs in the calling thread, which must be one that may block. */
export function packNow(bytes: Uint8Array): Uint8Array {
  if (bytes.length < minimumToCompress) return prefixed(format.raw, bytes)
  return bytes.length < minimumForZstd
    ? smaller(bytes, format.brotli, brotliCompressSync(bytes, brotliOptions(bytes)))
    : smaller(bytes, format.zstd, zstdCompressSync(bytes, zstdOptions(bytes)))
}

/** Packs as `packNow`, but large bytes off the calling thread: for small ones, handing them over takes longer. */
export async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  return bytes.length < minimumForZstd
    ? packNow(bytes)
    : smaller(bytes, format.zstd, await compressZstd(bytes, zstdOptions(bytes)))
}

/** The bytes that were packed, off the calling thread; rejects when they would exceed `maxBytes`. */
export async function unpack(packed: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const payload = packed.subarray(1)
  if (packed[0] === format.zstd) return decompress.zstd(payload, { maxOutputLength: maxBytes })
  if (packed[0] === format.brotli) return decompress.brotli(payload, { maxOutputLength: maxBytes })
  return unpackRaw(packed, maxBytes)
}

/** Does the same on the calling thread: handing over a small source takes longer. */
export function unpackNow(packed: Uint8Array, maxBytes: number): Uint8Array {
  const payload = packed.subarray(1)
  const options = { maxOutputLength: maxBytes, chunkSize: Math.max(64, maxBytes) }
  if (packed[0] === format.zstd) return zstdDecompressSync(payload, options)
  if (packed[0] === format.brotli) return brotliDecompressSync(payload, options)
  return unpackRaw(packed, maxBytes)
}

/** The stored bytes of a mail are not what was caught. That mail cannot be read, and all others can. */
export class DamagedSource extends Error {
  override readonly name = 'DamagedSource'
}

/**
 * Unpacks the source of a mail, which has `bytes` bytes. Rejects with `DamagedSource` when another result comes out.
 */
export async function unpackSource(packed: Uint8Array, bytes: number): Promise<Uint8Array> {
  const source = await unpack(packed, bytes).catch((cause: unknown) => {
    throw new DamagedSource('The stored bytes of a mail cannot be unpacked', { cause })
  })
  if (source.length === bytes) return source
  throw new DamagedSource(`Of ${bytes} bytes of a mail, ${source.length} are stored`)
}

function unpackRaw(packed: Uint8Array, maxBytes: number): Uint8Array {
  if (packed[0] !== format.raw) throw new Error('A packed source is of an unknown format')
  if (packed.length - 1 > maxBytes) throw new Error(`A packed source exceeds ${maxBytes} bytes`)
  return packed.subarray(1)
}

const brotliOptions = ({ length }: Uint8Array) => ({
  chunkSize: length,
  params: { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_SIZE_HINT]: length },
})

/** The quickest level: on mail the usual one gains two parts in a hundred, and takes a fifth longer. */
const zstdOptions = ({ length }: Uint8Array) => ({
  chunkSize: Math.min(length, mostAtOnce),
  pledgedSrcSize: length,
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
})

function smaller(bytes: Uint8Array, compressed: number, payload: Uint8Array): Uint8Array {
  return payload.length < bytes.length ? prefixed(compressed, payload) : prefixed(format.raw, bytes)
}

function prefixed(first: number, payload: Uint8Array): Uint8Array {
  const packed = new Uint8Array(payload.length + 1)
  packed[0] = first
  packed.set(payload, 1)
  return packed
}
