import { add, createBitSet, has, hasAny, remove, type BitSet } from './bit-set.ts'
import type { BlockReader } from '../format/block-reader.ts'
import { createByteReader, damaged, readVarint } from '../format/byte-reader.ts'
import { eachTerm, type OpenBlock, type Steps } from './find-terms.ts'
import { markAt, type TermRange } from './term-range.ts'

/** The state of one field: where its words were as the phrase asks, up to the last word that was looked at. */
type Field = {
  mark: number
  /** Mails that may still have the phrase. */
  open: BitSet
  /** Null before the first word. */
  before: PlacesByMail | null
  next: PlacesByMail | null
}

type Phrase = {
  words: readonly TermRange[]
  marks: readonly number[]
  mails: number
  /** The mails that have all of the words. */
  candidates: BitSet
}

/**
 * Finds the mails that have a term of each word next to each other, in the order of the words. The blocks come one by
 * one: all blocks of the first word, then all of the next. Only the last word can be the beginning of many terms:
 * these are compared one by one with the places of the word before, and nothing is kept of them.
 */
export function createPhraseSearch({ words, marks, mails, candidates }: Phrase) {
  const found = createBitSet(mails)
  const scratch: Scratch = { all: new Int32Array(64) }
  let fields: Field[] = marks.map((mark) => {
    return { mark, open: candidates.slice(), before: null, next: null }
  })
  const fieldOf = ({ term }: BlockReader) => {
    const mark = markAt(term.bytes, term.length)
    return fields.find((field) => field.mark === mark)
  }

  function* addPlaces(reader: BlockReader): Steps {
    const field = fieldOf(reader)
    if (!field) return
    const places = yield* placesOf(reader, field.open)
    if (field.before) yield* keepThoseBehind(field.before, places)
    field.next = byMail(places, mails)
  }

  function* addLast(reader: BlockReader): Steps {
    const field = fieldOf(reader)
    // Most of many terms are in few mails, and none of these is open.
    if (!field?.before || !hasOneOf(field.open, reader)) return
    for (const mail of mailsBehind(field.before, field.open, reader, scratch)) {
      if (mail === undefined) yield
      else {
        add(found, mail)
        for (const { open } of fields) remove(open, mail)
      }
    }
  }

  return {
    found,
    hasAll: () => fields.every(({ open }) => !hasAny(open, mails)),
    *add(block: OpenBlock, word: number): Steps {
      const range = words[word]
      if (range) yield* eachTerm(block, range, word === words.length - 1 ? addLast : addPlaces)
    },
    /** All blocks of a word that is not the last were added. */
    endWord(): void {
      fields = fields.flatMap(({ mark, next }) =>
        next ? [{ mark, open: mailsWith(next, mails), before: next, next: null }] : [],
      )
    },
  }
}

/** The places of one term. The places of the mail `mails[at]` end at `ends[at]`, where those of the next begin. */
type Places = { count: number; mails: Int32Array; ends: Int32Array; all: Int32Array }

/** A step reads this many places, or the places of one mail. */
const placesInStep = 128 * 1024

function* placesOf(reader: BlockReader, candidates: BitSet): Generator<undefined, Places> {
  const numbers = createByteReader(reader.postings, reader.postingsFrom, reader.postingsEnd)
  // Each has at least a byte.
  const mails = new Int32Array(numbers.end - numbers.at)
  const ends = new Int32Array(mails.length)
  const all = new Int32Array(reader.placesEnd - reader.placesFrom)
  const places: PlacesReader = { bytes: reader.places, at: reader.placesFrom, all, filled: 0 }
  let count = 0
  let stepEnd = places.at + placesInStep
  for (let mail = -1; numbers.at < numbers.end;) {
    mail += readVarint(numbers) + 1
    const before = places.filled
    readPlaces(places)
    if (places.at > stepEnd) {
      stepEnd = places.at + placesInStep
      yield
    }
    if (has(candidates, mail)) {
      mails[count] = mail
      ends[count++] = places.filled
    } else places.filled = before
  }
  if (places.at !== reader.placesEnd) throw damaged('the places of a term have another length')
  return { count, mails, ends, all }
}

type PlacesReader = { bytes: Uint8Array; at: number; all: Int32Array; filled: number }

/** Reads the places of one mail. There are hundreds of thousands, so it calls nothing for each. */
function readPlaces(reader: PlacesReader): void {
  const { bytes, all } = reader
  let { at, filled } = reader
  let place = -1
  for (let code = 1; (code & 1) === 1;) {
    // Behind the bytes are zeros, which end a number and the places of a mail.
    let byte = bytes[at++] ?? 0
    code = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++] ?? 0
      code |= (byte & 127) << shift
    }
    place += (code >>> 1) + 1
    all[filled++] = place
  }
  reader.at = at
  reader.filled = filled
}

/** The places of one word: the places of a mail are from `starts` to `ends` at its number. */
type PlacesByMail = { starts: Int32Array; ends: Int32Array; all: Int32Array }

function byMail(places: Places, mails: number): PlacesByMail {
  const starts = new Int32Array(mails)
  const ends = new Int32Array(mails)
  let start = 0
  for (let at = 0; at < places.count; at++) {
    const mail = places.mails[at] ?? 0
    starts[mail] = start
    start = places.ends[at] ?? 0
    ends[mail] = start
  }
  return { starts, ends, all: places.all }
}

function mailsWith({ starts, ends }: PlacesByMail, mails: number): BitSet {
  const set = createBitSet(mails)
  for (let mail = 0; mail < mails; mail++) {
    if ((ends[mail] ?? 0) > (starts[mail] ?? 0)) add(set, mail)
  }
  return set
}

/** Keeps the places of the next word that are directly behind the word before it. */
function* keepThoseBehind(before: PlacesByMail, next: Places): Steps {
  const { count, mails, ends, all } = next
  let from = 0
  let kept = 0
  let stepEnd = placesInStep
  for (let at = 0; at < count; at++) {
    const end = ends[at] ?? 0
    kept = keepBehind(before, mails[at] ?? 0, all, from, end, kept, Infinity)
    ends[at] = kept
    from = end
    if (end > stepEnd) {
      stepEnd = end + placesInStep
      yield
    }
  }
}

/** Room for the places of one mail, which is used again for the next. */
type Scratch = { all: Int32Array }

/** Yields the open mails in which the term is directly behind the word before it; undefined after a step. */
function* mailsBehind(
  before: PlacesByMail,
  open: BitSet,
  reader: BlockReader,
  scratch: Scratch,
): Generator<number | undefined, void> {
  const { postings, postingsFrom, postingsEnd, placesFrom, placesEnd } = reader
  const room = placesEnd - placesFrom
  if (scratch.all.length < room) scratch.all = new Int32Array(2 * room)
  const { all } = scratch
  const numbers = createByteReader(postings, postingsFrom, postingsEnd)
  const places: PlacesReader = { bytes: reader.places, at: placesFrom, all, filled: 0 }
  let stepEnd = placesFrom + placesInStep
  for (let mail = -1; numbers.at < numbers.end;) {
    mail += readVarint(numbers) + 1
    places.filled = 0
    readPlaces(places)
    if (places.at > stepEnd) {
      stepEnd = places.at + placesInStep
      yield undefined
    }
    if (has(open, mail) && keepBehind(before, mail, all, 0, places.filled, 0, 1) > 0) yield mail
  }
  if (places.at !== placesEnd) throw damaged('the places of a term have another length')
}

function hasOneOf(set: BitSet, { postings, postingsFrom, postingsEnd }: BlockReader): boolean {
  const numbers = createByteReader(postings, postingsFrom, postingsEnd)
  for (let mail = -1; numbers.at < numbers.end;) {
    mail += readVarint(numbers) + 1
    if (has(set, mail)) return true
  }
  return false
}

/** From here a place is looked for by halves, since a mail may have a word thousands of times, and thousands of words that begin alike. */
const manyTimes = 16

/** Moves the places of a mail that are behind one of `before` to `to`, up to `most` of them, and says where they end. */
function keepBehind(
  { starts, ends, all }: PlacesByMail,
  mail: number,
  places: Int32Array,
  from: number,
  end: number,
  to: number,
  most: number,
): number {
  let low = starts[mail] ?? 0
  const high = ends[mail] ?? 0
  const isFar = high - low > manyTimes * (end - from)
  let kept = to
  for (let at = from; at < end && low < high && kept - to < most; at++) {
    const place = places[at] ?? 0
    if (isFar) low = firstFrom(all, low, high, place - 1)
    else while (low < high && (all[low] ?? 0) < place - 1) low++
    if (low < high && all[low] === place - 1) places[kept++] = place
  }
  return kept
}

function firstFrom(sorted: Int32Array, from: number, end: number, least: number): number {
  let low = from
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
