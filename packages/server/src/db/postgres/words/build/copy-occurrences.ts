import type { BlockReader } from '../format/block-reader.ts'
import type { BlockWriter } from '../format/block-writer.ts'
import { createByteReader, damaged, readVarint, type ByteReader } from '../format/byte-reader.ts'
import { writeBytes, writeVarint } from '../format/byte-writer.ts'
import type { NewNumbers } from './renumber-mails.ts'

/** An index that stands at a term. */
export type Source = { reader: BlockReader; numbers: NewNumbers }

/** Writes the postings and places of the current term of all sources. False when no mail is left that has it. */
export function copyOccurrences(writer: BlockWriter, sources: Source[]): boolean {
  let last = -1
  for (const source of sources) {
    const next = copyInOrder(writer, source, last)
    if (next === null) {
      writer.postings.length = writer.postingsEnd
      writer.places.length = writer.placesEnd
      copySorted(writer, sources)
      return true
    }
    last = next
  }
  return last >= 0
}

/** The number of the last mail that was written; null when a mail comes before it. */
function copyInOrder(writer: BlockWriter, source: Source, last: number): number | null {
  const { reader, numbers } = source
  return numbers.offset === null
    ? copyKept(writer, source, last)
    : copyAll(writer, reader, numbers.byOld.length, numbers.offset, last)
}

/** All but the first number stays, since each is the difference to the one before. */
function copyAll(
  { postings, places }: BlockWriter,
  source: BlockReader,
  mails: number,
  offset: number,
  last: number,
): number | null {
  const numbers = createByteReader(source.postings, source.postingsFrom, source.postingsEnd)
  let old = readVarint(numbers)
  if (old + offset <= last) return null
  writeVarint(postings, old + offset - last - 1)
  writeBytes(postings, source.postings, numbers.at, numbers.end)
  while (numbers.at < numbers.end) old += readVarint(numbers) + 1
  if (old >= mails) throw damaged('a mail has too large a number')
  writeBytes(places, source.places, source.placesFrom, source.placesEnd)
  return old + offset
}

function copyKept({ postings, places }: BlockWriter, source: Source, last: number): number | null {
  let previous = last
  const isInOrder = eachKept(source, (number, from, end) => {
    if (number <= previous) return false
    writeVarint(postings, number - previous - 1)
    writeBytes(places, source.reader.places, from, end)
    previous = number
    return true
  })
  return isInOrder ? previous : null
}

/** Copies as `copyKept`, for mails that come in any order. */
function copySorted({ postings, places }: BlockWriter, sources: Source[]): void {
  const found: { number: number; bytes: Uint8Array; from: number; end: number }[] = []
  for (const source of sources) {
    eachKept(source, (number, from, end) => {
      found.push({ number, bytes: source.reader.places, from, end })
      return true
    })
  }
  found.sort((one, other) => one.number - other.number)
  let previous = -1
  for (const { number, bytes, from, end } of found) {
    writeVarint(postings, number - previous - 1)
    writeBytes(places, bytes, from, end)
    previous = number
  }
}

/** Calls `take` with the new number of each mail that is kept and where its places are, until it says no. */
function eachKept(
  { reader, numbers: { byOld } }: Source,
  take: (number: number, placesFrom: number, placesEnd: number) => boolean,
): boolean {
  const numbers = createByteReader(reader.postings, reader.postingsFrom, reader.postingsEnd)
  const places = createByteReader(reader.places, reader.placesFrom, reader.placesEnd)
  let old = -1
  while (numbers.at < numbers.end) {
    old += readVarint(numbers) + 1
    const number = byOld[old]
    if (number === undefined) throw damaged('a mail has too large a number')
    const from = places.at
    skipPlaces(places)
    if (number >= 0 && !take(number, from, places.at)) return false
  }
  return true
}

/** An odd number says that another follows. */
function skipPlaces(places: ByteReader): void {
  while ((readVarint(places) & 1) === 1);
}
