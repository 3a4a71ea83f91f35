import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { createByteReader, damaged, readVarint } from './byte-reader.ts'
import { createByteWriter, writeBytes, writeVarint, written } from './byte-writer.ts'

/** The form of what is stored: bytes of another one are refused. */
const form = 1

/** A part of an index as it is stored: the form, how many bytes it has unpacked, and these by zstd with its checksum. */
export function packPart(raw: Uint8Array): Uint8Array {
  if (raw.length > largestPart) {
    throw new Error(`A part of a word index exceeds ${largestPart} bytes`)
  }
  const packed = zstdCompressSync(raw, {
    chunkSize: chunkSize(raw.length),
    pledgedSrcSize: raw.length,
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  const part = createByteWriter()
  writeVarint(part, form)
  writeVarint(part, raw.length)
  writeBytes(part, packed, 0, packed.length)
  return written(part)
}

export function unpackPart(part: Uint8Array): Uint8Array {
  const reader = createByteReader(part)
  if (readVarint(reader) !== form) throw damaged('a part is of an unknown form')
  const length = readVarint(reader)
  if (length > largestPart) throw damaged('a part is too large')
  const raw = decompress(part.subarray(reader.at), length)
  if (raw.length !== length) throw damaged('a part has another length')
  return raw
}

function decompress(packed: Uint8Array, length: number): Uint8Array {
  const options = { chunkSize: chunkSize(length), maxOutputLength: Math.max(length, 1) }
  try {
    const { buffer, byteOffset, length } = zstdDecompressSync(packed, options)
    // A `slice` of a Buffer is a view.
    return new Uint8Array(buffer, byteOffset, length)
  } catch (error) {
    throw damaged(error instanceof Error ? error.message : 'a part cannot be unpacked')
  }
}

/** The places of one term are in one part. An index has tens of megabytes of words. */
const largestPart = 256 * 1024 * 1024
/** What is unpacked at once: a length that is damaged takes no more. */
const chunkSize = (length: number) => Math.min(length + 64, 1024 * 1024)
