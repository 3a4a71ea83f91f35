import { add, createBitSet, has, keepCommon, type BitSet } from './bit-set.ts'
import { createByteReader, readVarint } from './byte-reader.ts'
import { mailsOf, type FoundTerm } from './find-terms.ts'
import { append, createIntList, type IntList } from './int-list.ts'

/** Those of the `mails` of an index that have a term of each word next to each other, in the order of the words. */
export function findPhrase(words: FoundTerm[][], mails: number): BitSet {
  const found = createBitSet(mails)
  if (words.some((terms) => terms.length === 0)) return found
  const candidates = createBitSet(mails).fill(-1)
  for (const terms of words) keepCommon(candidates, mailsOf(terms, mails))
  let before: Places | null = null
  for (const terms of words.slice(0, -1)) before = placesBehind(before, terms, candidates, mails)
  for (const term of words.at(-1) ?? []) {
    eachPlace(term, candidates, (mail, place) => {
      if (!before || isThere(before, mail, place - 1)) add(found, mail)
    })
  }
  return found
}

/** Of one word in each mail. */
type Places = { starts: Int32Array; ends: Int32Array; all: IntList }

/** Where a term is directly behind the places of the word before it. */
function placesBehind(
  before: Places | null,
  [term]: FoundTerm[],
  candidates: BitSet,
  mails: number,
): Places {
  const places = {
    starts: new Int32Array(mails),
    ends: new Int32Array(mails),
    all: createIntList(),
  }
  const { starts, ends, all } = places
  if (!term) return places
  eachPlace(term, candidates, (mail, place) => {
    if (before && !isThere(before, mail, place - 1)) return
    if (ends[mail] === 0) starts[mail] = all.length
    append(all, place)
    ends[mail] = all.length
  })
  return places
}

/** By halves: one mail can have a word thousands of times. */
function isThere({ starts, ends, all }: Places, mail: number, place: number): boolean {
  let low = starts[mail] ?? 0
  const end = ends[mail] ?? 0
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((all.values[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low < end && all.values[low] === place
}

function eachPlace(
  { postings, places }: FoundTerm,
  candidates: BitSet,
  visit: (mail: number, place: number) => void,
): void {
  const numbers = createByteReader(postings.bytes, postings.from, postings.end)
  const reader = createByteReader(places.bytes, places.from, places.end)
  for (let mail = -1; numbers.at < numbers.end;) {
    mail += readVarint(numbers) + 1
    const isCandidate = has(candidates, mail)
    let place = 0
    for (let left = readVarint(reader); left > 0; left--) {
      place += readVarint(reader)
      if (isCandidate) visit(mail, place)
    }
  }
}
