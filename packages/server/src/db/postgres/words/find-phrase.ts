import { add, createBitSet, has, keepCommon, type BitSet } from './bit-set.ts'
import { createByteReader, damaged, readVarint } from './byte-reader.ts'
import { mailsOf, type FoundTerm } from './find-terms.ts'

/** Those of the `mails` of an index that have a term of each word next to each other, in the order of the words. */
export function findPhrase(words: FoundTerm[][], mails: number): BitSet {
  const found = createBitSet(mails)
  if (words.some((terms) => terms.length === 0)) return found
  const candidates = createBitSet(mails).fill(-1)
  for (const terms of words) keepCommon(candidates, mailsOf(terms, mails))
  const [first, ...others] = words
  // Only the last word can be the beginning of several.
  const [term] = first ?? []
  const last = others.pop() ?? []
  if (!term) return found
  let before = byMail(placesOf(term, candidates), mails)
  for (const [term] of others) if (term) before = behind(before, placesOf(term, candidates), mails)
  for (const term of last) addMailsBehind(found, before, placesOf(term, candidates))
  return found
}

/** Of one term. The places of the mail `mails[at]` end at `ends[at]`, where those of the next begin. */
type Places = { count: number; mails: Int32Array; ends: Int32Array; all: Int32Array }

/** Reads hundreds of thousands of places, so without a reader. */
function placesOf({ postings, places }: FoundTerm, candidates: BitSet): Places {
  const numbers = createByteReader(postings.bytes, postings.from, postings.end)
  const { bytes } = places
  // Each has at least a byte.
  const mails = new Int32Array(postings.end - postings.from)
  const ends = new Int32Array(mails.length)
  const all = new Int32Array(places.end - places.from)
  let count = 0
  let filled = 0
  let from = places.from
  for (let mail = -1; numbers.at < numbers.end;) {
    mail += readVarint(numbers) + 1
    const before = filled
    let place = -1
    for (let code = 1; (code & 1) === 1;) {
      // Behind the bytes are zeros, which end a number and the places of a mail.
      let byte = bytes[from++] ?? 0
      code = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[from++] ?? 0
        code |= (byte & 127) << shift
      }
      place += (code >>> 1) + 1
      all[filled++] = place
    }
    if (has(candidates, mail)) {
      mails[count] = mail
      ends[count++] = filled
    } else filled = before
  }
  if (from !== places.end) throw damaged('the places of a term have another length')
  return { count, mails, ends, all }
}

/** Of one word: the places of a mail are those from `starts` to `ends` at its number. */
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

/** The next word where it is directly behind the word before it. */
function behind(before: PlacesByMail, next: Places, size: number): PlacesByMail {
  const { count, mails, ends, all } = next
  let from = 0
  let kept = 0
  for (let at = 0; at < count; at++) {
    const end = ends[at] ?? 0
    kept = keepBehind(before, mails[at] ?? 0, all, from, end, kept, Infinity)
    ends[at] = kept
    from = end
  }
  return byMail(next, size)
}

function addMailsBehind(found: BitSet, before: PlacesByMail, next: Places): void {
  const { count, mails, ends, all } = next
  let from = 0
  for (let at = 0; at < count; at++) {
    const mail = mails[at] ?? 0
    const end = ends[at] ?? 0
    if (keepBehind(before, mail, all, from, end, from, 1) > from) add(found, mail)
    from = end
  }
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
