import { createByteReader, damaged, readVarint, type ByteReader } from './byte-reader.ts'
import { createByteWriter, writeBytes, type ByteWriter } from './byte-writer.ts'

/** Walks over the terms of a block (`block-writer.ts`). */
export type BlockReader = {
  termsLeft: number
  lengths: ByteReader
  texts: ByteReader
  term: ByteWriter
  postings: Uint8Array
  /** Where the postings of the term are. */
  postingsFrom: number
  postingsEnd: number
  /** Empty when the block was opened without places. */
  places: Uint8Array
  placesLengths: ByteReader | null
  placesFrom: number
  placesEnd: number
}

export function readBlock(postings: Uint8Array, places: Uint8Array | null): BlockReader {
  const header = createByteReader(postings)
  const termsLeft = readVarint(header)
  const lengthsBytes = readVarint(header)
  const textsBytes = readVarint(header)
  const lengths = createByteReader(postings, header.at, header.at + lengthsBytes)
  const texts = createByteReader(postings, lengths.end, lengths.end + textsBytes)
  const placesLengths = places && lengthsOfPlaces(places)
  return {
    termsLeft,
    lengths,
    texts,
    term: createByteWriter(),
    postings,
    postingsFrom: texts.end,
    postingsEnd: texts.end,
    places: places ?? new Uint8Array(0),
    placesLengths,
    placesFrom: placesLengths?.end ?? 0,
    placesEnd: placesLengths?.end ?? 0,
  }
}

function lengthsOfPlaces(places: Uint8Array): ByteReader {
  const header = createByteReader(places)
  const bytes = readVarint(header)
  return createByteReader(places, header.at, header.at + bytes)
}

export function nextTerm(reader: BlockReader): boolean {
  if (reader.termsLeft === 0) return false
  reader.termsLeft -= 1
  const { term, texts, lengths, places, placesLengths } = reader
  const shared = readVarint(lengths)
  const more = readVarint(lengths)
  if (shared > term.length || more > texts.end - texts.at) throw damaged('a term is cut')
  term.length = shared
  writeBytes(term, texts.bytes, texts.at, texts.at + more)
  texts.at += more
  reader.postingsFrom = reader.postingsEnd
  reader.postingsEnd += readVarint(lengths)
  if (reader.postingsEnd > reader.postings.length) throw damaged('postings are cut')
  if (!placesLengths) return true
  reader.placesFrom = reader.placesEnd
  reader.placesEnd += readVarint(placesLengths)
  if (reader.placesEnd > places.length) throw damaged('places are cut')
  return true
}
