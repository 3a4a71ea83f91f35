import type { WordQuery } from '../../word-query.ts'
import { addAll, createBitSet, invert, keepCommon, membersOf, type BitSet } from './bit-set.ts'
import type { Directory } from './directory.ts'
import { findPhrase } from './find-phrase.ts'
import { createTermFinder, mailsOf, type FetchedBlocks, type TermFinder } from './find-terms.ts'
import { blocksOfStretch, stretchesOf, stretchLike } from './term-stretch.ts'

type WordsQuery = Extract<WordQuery, { kind: 'words' }>
type LikeQuery = Extract<WordQuery, { kind: 'like' }>

/** The numbers of the blocks that `findInIndex` needs; their places only for words next to each other. */
export function blocksFor(
  query: WordQuery,
  { firstTerms }: Directory,
): { postings: number[]; places: number[] } {
  const postings = new Set<number>()
  const places = new Set<number>()
  for (const asked of allWords(query)) {
    const stretches = asked.kind === 'like' ? [stretchLike(asked)] : stretchesOf(asked)
    for (const stretch of stretches) {
      const { from, end } = blocksOfStretch(firstTerms, stretch)
      for (let block = from; block < end; block++) {
        postings.add(block)
        if (stretches.length > 1) places.add(block)
      }
    }
  }
  return { postings: [...postings], places: [...places] }
}

function allWords(query: WordQuery): (WordsQuery | LikeQuery)[] {
  if (query.kind === 'words' || query.kind === 'like') return [query]
  return query.kind === 'not' ? allWords(query.part) : query.parts.flatMap(allWords)
}

/** The ids of the mails of the index that `matchesWords` is true of, ascending. `blocks`: those of `blocksFor`, by number. */
export function findInIndex(
  query: WordQuery,
  directory: Directory,
  blocks: FetchedBlocks,
): number[] {
  return membersOf(mailsInIndex(query, directory, blocks), directory.ids)
}

/** The same by their numbers in the index. Bits behind the last mean nothing. */
export const mailsInIndex = (
  query: WordQuery,
  directory: Directory,
  blocks: FetchedBlocks,
): BitSet => find(query, createTermFinder(directory, blocks))

function find(query: WordQuery, finder: TermFinder): BitSet {
  switch (query.kind) {
    case 'words':
      return findWords(query, finder)
    case 'like': {
      const terms = finder.terms(stretchLike(query), false)
      return mailsOf(
        terms.filter((term) => term.mark === ''),
        finder.mails,
      )
    }
    case 'not': {
      const found = find(query.part, finder)
      invert(found)
      return found
    }
    case 'all':
    case 'any': {
      const found = createBitSet(finder.mails)
      if (query.kind === 'all') invert(found)
      const join = query.kind === 'all' ? keepCommon : addAll
      for (const part of query.parts) join(found, find(part, finder))
      return found
    }
  }
}

function findWords(query: WordsQuery, finder: TermFinder): BitSet {
  const found = createBitSet(finder.mails)
  const isPhrase = query.words.length > 1
  const words = stretchesOf(query).map((stretch) => finder.terms(stretch, isPhrase))
  for (const mark of new Set(query.marks)) {
    const terms = words.map((terms) => terms.filter((term) => term.mark === mark))
    addAll(found, isPhrase ? findPhrase(terms, finder.mails) : mailsOf(terms.flat(), finder.mails))
  }
  return found
}
