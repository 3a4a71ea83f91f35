import type { WordQuery } from '../../../words/word-query.ts'
import { slash } from '../format/word-index-parts.ts'

/**
 * The terms of a word, or of all words that begin so, in some fields or in all. They are next to each other, since a
 * slash comes before all characters of words.
 */
export type TermRange = {
  word: Uint8Array
  isBeginning: boolean
  hasMarks: boolean
  /** What must follow the beginning, the last at the end. */
  pieces?: readonly Uint8Array[]
}

/** One for each of the words. */
export const rangesOf = ({ words, prefix, marks }: Extract<WordQuery, { kind: 'words' }>) =>
  words.map((word, at): TermRange => ({
    word: Buffer.from(word),
    isBeginning: prefix && at === words.length - 1,
    hasMarks: marks.some((mark) => mark !== ''),
  }))

export const rangeLike = ({ pieces }: Extract<WordQuery, { kind: 'like' }>): TermRange => {
  const [word = Buffer.alloc(0), ...rest] = pieces.map((piece) => Buffer.from(piece))
  return { word, isBeginning: rest.length > 0, hasMarks: false, pieces: rest }
}

/** Whether a term of the range has the pieces that must follow its beginning. */
export function hasPieces(term: Uint8Array, length: number, range: TermRange): boolean {
  const { word, pieces = [] } = range
  const last = pieces.at(-1)
  if (last === undefined) return true
  const end = length - last.length
  if (!isAt(term, end, last)) return false
  let from = word.length
  for (const piece of pieces.slice(0, -1)) {
    while (from + piece.length <= end && !isAt(term, from, piece)) from++
    from += piece.length
  }
  return from <= end
}

function isAt(term: Uint8Array, from: number, piece: Uint8Array): boolean {
  if (from < 0) return false
  for (let at = 0; at < piece.length; at++) if (term[from + at] !== piece[at]) return false
  return true
}

/** Below 0 when the term comes before the range, 0 when it is in it, above 0 when it comes behind. */
export function compareToRange(
  term: Uint8Array,
  length: number,
  { word, isBeginning, hasMarks }: TermRange,
): number {
  const most = Math.min(length, word.length)
  for (let at = 0; at < most; at++) {
    const difference = (term[at] ?? 0) - (word[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (length < word.length) return -1
  if (isBeginning || length === word.length) return 0
  return hasMarks && term[word.length] === slash ? 0 : 1
}

/** The mark of the field of a term as a number, which is quicker to compare than a text. */
export const markAt = (term: Uint8Array, length: number): number =>
  term[length - 2] === slash ? (term[length - 1] ?? 0) : 0

/** The same of a mark as it stands in front of words; 0 of ''. */
export const codeOfMark = (mark: string): number => (mark === '' ? 0 : mark.charCodeAt(0))

/** The blocks that a range can be in, by what their first terms are. */
export function blocksOfRange(firstTerms: Uint8Array[], range: TermRange) {
  const firstIn = partition(firstTerms, (term) => compareToRange(term, term.length, range) < 0)
  const behind = partition(firstTerms, (term) => compareToRange(term, term.length, range) <= 0)
  // Else it may begin within the block before.
  const beginsThere = firstIn < behind && firstTerms[firstIn]?.length === range.word.length
  return { from: beginsThere ? firstIn : Math.max(0, firstIn - 1), end: behind }
}

/** How many of the first ones are so, when all that are so come first. */
function partition<Value>(values: Value[], isSo: (value: Value) => boolean): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const value = values[middle]
    if (value !== undefined && isSo(value)) low = middle + 1
    else high = middle
  }
  return low
}
