import type { WordQuery } from '../../../words/word-query.ts'
import { createBitSet, type BitSet } from './bit-set.ts'
import type { Directory } from '../format/directory.ts'
import { createPhraseSearch } from './find-phrase.ts'
import { createTermSearch, type OpenBlock, type Steps } from './find-terms.ts'
import { blocksOfRange, codeOfMark, rangesOf, rangeLike } from './term-range.ts'

type WordsQuery = Extract<WordQuery, { kind: 'words' }>
type LikeQuery = Extract<WordQuery, { kind: 'like' }>

/** Finds the mails of an index that have a word or a phrase. Its blocks are added one by one, so that few of them are in memory. */
export type WordsSearch = {
  /** Which blocks to add, in this order. A phrase may need one several times. */
  blocks: readonly { no: number; withPlaces: boolean }[]
  add(block: OpenBlock): Steps
  /** Whether the blocks that are left say nothing new. */
  isDone(): boolean
  /** Mails by their numbers in the index. Bits behind the last mean nothing. */
  found: BitSet
}

/** `candidates`: of a phrase, the mails that have all of its words. */
export function createWordsSearch(
  query: WordsQuery | LikeQuery,
  directory: Directory,
  candidates: BitSet = createBitSet(directory.ids.length).fill(-1),
): WordsSearch {
  const mails = directory.ids.length
  const words = query.kind === 'like' ? [rangeLike(query)] : rangesOf(query)
  const marks = query.kind === 'like' ? [codeOfMark('')] : query.marks.map(codeOfMark)
  const places = words.map((range) => blocksOfRange(directory.firstTerms, range))
  const [first] = words
  const isPhrase = words.length > 1
  if (!first || places.some(({ from, end }) => from >= end)) return nothingIn(mails)
  const blocks = places.flatMap(({ from, end }, word) =>
    Array.from({ length: end - from }, (_, at) => ({
      no: from + at,
      withPlaces: isPhrase,
      word,
    })),
  )
  let added = 0
  const phrase = isPhrase ? createPhraseSearch({ words, marks, mails, candidates }) : null
  const search = phrase ?? createTermSearch(first, marks, mails)
  return {
    blocks,
    found: search.found,
    isDone: () => added === blocks.length || search.hasAll(),
    *add(block) {
      const word = blocks[added]?.word ?? 0
      yield* search.add(block, word)
      added += 1
      if (added < blocks.length && blocks[added]?.word !== word) phrase?.endWord()
    },
  }
}

const nothingIn = (mails: number): WordsSearch => ({
  blocks: [],
  found: createBitSet(mails),
  isDone: () => true,
  *add() {},
})
