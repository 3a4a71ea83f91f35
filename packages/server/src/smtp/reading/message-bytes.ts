import { Buffer } from 'node:buffer'

export type MessageBytes = ReturnType<typeof createMessageBytes>

const blockBytes = 16 * 1024
const empty: Buffer = Buffer.alloc(0)
/** Bytes that a chunk may hold beside the end of the content: the dot, and a short command behind it. */
const chunkSlack = 64

/**
 * The content of one mail while it arrives. Holds little more than its size however finely the
 * stream is cut, nothing at all once it is over the limit, and hands it over as one array that
 * fills its buffer, or nearly.
 */
export function createMessageBytes(limit: number) {
  let pieces: Buffer[] = []
  /** Views of the chunk being read; either the mail ends in it or `settle` copies them. */
  let fresh: Buffer[] = []
  let block = empty
  let blockUsed = 0
  let size = 0

  function copyIntoBlocks(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      if (blockUsed === block.length) {
        block = Buffer.allocUnsafeSlow(blockBytes)
        blockUsed = 0
        pieces.push(block)
      }
      const copied = bytes.copy(block, blockUsed, at)
      blockUsed += copied
      at += copied
    }
  }

  /** Cuts the last block to its content, so that a piece can follow it. */
  function closeBlock(): void {
    if (blockUsed < block.length) pieces[pieces.length - 1] = block.subarray(0, blockUsed)
    block = empty
    blockUsed = 0
  }

  function drop(): void {
    pieces = []
    fresh = []
    block = empty
    blockUsed = 0
  }

  return {
    append(bytes: Buffer): void {
      size += bytes.length
      if (size > limit) drop()
      else if (bytes.length > 0) fresh.push(bytes)
    },

    /** Call it before the chunk of the pieces is gone. */
    settle(): void {
      for (const piece of fresh) {
        // A view keeps all of its chunk, which may hold more commands than content.
        const isSmall = piece.length < blockBytes || piece.length < piece.buffer.byteLength / 2
        if (isSmall) copyIntoBlocks(piece)
        else {
          closeBlock()
          pieces.push(piece)
        }
      }
      fresh = []
    },

    /** All bytes so far, kept or not. */
    size: (): number => size,

    /** Bytes in memory. */
    held: (): number => (size > limit ? 0 : size),

    tooBig: (): boolean => size > limit,

    take(): Uint8Array<ArrayBuffer> {
      if (blockUsed > 0) closeBlock()
      const [only] = pieces.length === 0 && fresh.length === 1 ? fresh : []
      if (only && fillsItsBuffer(only)) {
        drop()
        return only
      }
      // Copies into memory that is not cleared first, since each byte of it is written.
      const whole = Buffer.allocUnsafeSlow(size)
      let at = 0
      for (const piece of [...pieces, ...fresh]) at += piece.copy(whole, at)
      drop()
      return whole
    },
  }
}

/** A mail that came in one chunk is not copied. */
const fillsItsBuffer = (piece: Buffer): piece is Buffer<ArrayBuffer> =>
  piece.buffer instanceof ArrayBuffer && piece.buffer.byteLength - piece.length <= chunkSlack
