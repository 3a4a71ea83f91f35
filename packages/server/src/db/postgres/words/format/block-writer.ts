import { createByteWriter, dropBefore, writeBytes, writeVarint, written } from './byte-writer.ts'
import type { ByteWriter } from './byte-writer.ts'
import { packPart } from './packed-part.ts'
import type { WordBlock } from './word-index-parts.ts'

/**
 * Writes terms in their order into blocks. Of a term its postings and places are written first, straight into
 * `postings` and `places`; then `addTerm` says whose they are. Each kind of number is next to its like, since zstd
 * then packs it better.
 *
 * Postings of a block: how many terms, how many bytes of lengths and of terms; for each term how many bytes it shares
 * with the one before, how many follow, and how many bytes of postings it has; the terms; the postings. Places of a
 * block: how many bytes of lengths; for each term, how many bytes of places it has; the places.
 */
export type BlockWriter = {
  postings: ByteWriter
  places: ByteWriter
  /** Up to where these belong to terms that were added. */
  postingsEnd: number
  placesEnd: number
  terms: number
  /** How many terms the ended blocks have. */
  termsBefore: number
  lengths: ByteWriter
  placesLengths: ByteWriter
  texts: ByteWriter
  firstTerm: Uint8Array
  lastTerm: ByteWriter
  raw: ByteWriter
  blocks: WordBlock[]
}

export const createBlockWriter = (): BlockWriter => ({
  postings: createByteWriter(),
  places: createByteWriter(),
  postingsEnd: 0,
  placesEnd: 0,
  terms: 0,
  termsBefore: 0,
  lengths: createByteWriter(),
  placesLengths: createByteWriter(),
  texts: createByteWriter(),
  firstTerm: new Uint8Array(0),
  lastTerm: createByteWriter(),
  raw: createByteWriter(),
  blocks: [],
})

/** A term that has more is alone in its block. */
const largestPostings = 16 * 1024
const largestPlaces = 64 * 1024

export function addTerm(writer: BlockWriter, term: Uint8Array, from: number, end: number): void {
  const { postings, places } = writer
  const isFull =
    postings.length + writer.texts.length > largestPostings || places.length > largestPlaces
  if (isFull) endBlock(writer)
  const shared = writer.terms === 0 ? 0 : sharedLength(writer.lastTerm, term, from, end)
  if (writer.terms === 0) writer.firstTerm = term.slice(from, end)
  writeVarint(writer.lengths, shared)
  writeVarint(writer.lengths, end - from - shared)
  writeVarint(writer.lengths, postings.length - writer.postingsEnd)
  writeBytes(writer.texts, term, from + shared, end)
  writeVarint(writer.placesLengths, places.length - writer.placesEnd)
  writer.lastTerm.length = 0
  writeBytes(writer.lastTerm, term, from, end)
  writer.postingsEnd = postings.length
  writer.placesEnd = places.length
  writer.terms += 1
}

export function endBlocks(writer: BlockWriter): { blocks: WordBlock[]; terms: number } {
  endBlock(writer)
  return { blocks: writer.blocks, terms: writer.termsBefore }
}

/** Leaves out the postings and places of a term that was not added yet. */
function endBlock(writer: BlockWriter): void {
  if (writer.terms === 0) return
  const { postings, places, lengths, placesLengths, texts, raw, firstTerm } = writer
  raw.length = 0
  for (const number of [writer.terms, lengths.length, texts.length]) writeVarint(raw, number)
  writeBytes(raw, lengths.bytes, 0, lengths.length)
  writeBytes(raw, texts.bytes, 0, texts.length)
  writeBytes(raw, postings.bytes, 0, writer.postingsEnd)
  const packedPostings = packPart(written(raw))
  raw.length = 0
  writeVarint(raw, placesLengths.length)
  writeBytes(raw, placesLengths.bytes, 0, placesLengths.length)
  writeBytes(raw, places.bytes, 0, writer.placesEnd)
  writer.blocks.push({ firstTerm, postings: packedPostings, places: packPart(written(raw)) })
  dropBefore(postings, writer.postingsEnd)
  dropBefore(places, writer.placesEnd)
  writer.postingsEnd = 0
  writer.placesEnd = 0
  writer.termsBefore += writer.terms
  writer.terms = 0
  for (const emptied of [lengths, placesLengths, texts]) emptied.length = 0
}

function sharedLength({ bytes, length }: ByteWriter, term: Uint8Array, from: number, end: number) {
  const most = Math.min(length, end - from)
  let shared = 0
  while (shared < most && bytes[shared] === term[from + shared]) shared++
  return shared
}
