import type { WordQuery } from '../../../words/word-query.ts'
import { addAll, createBitSet, invert, keepCommon, type BitSet } from './bit-set.ts'

type Words = Extract<WordQuery, { kind: 'words' }>
type Like = Extract<WordQuery, { kind: 'like' }>

/** A word or a phrase, and what it is known by: each is found once in an index, whatever it is a part of. */
export type QueryWords = { key: string; query: Words | Like }

/** A question whose words and phrases are asked for one by one. */
export type QueryTree =
  | { kind: 'word'; asked: QueryWords }
  /** `words` finds the mails that have all of them in the field, in any order: those that may have the phrase. */
  | { kind: 'phrase'; asked: QueryWords; words: QueryTree }
  | { kind: 'all' | 'any'; parts: QueryTree[] }
  | { kind: 'not'; part: QueryTree }

export function queryTree(query: WordQuery): QueryTree {
  switch (query.kind) {
    case 'words':
      return query.words.length === 1 ? wordOf(query) : phraseOf(query)
    case 'like':
      return { kind: 'word', asked: { key: `like ${query.pieces.join('*')}`, query } }
    case 'not':
      return { kind: 'not', part: queryTree(query.part) }
    case 'all':
    case 'any':
      return { kind: query.kind, parts: query.parts.map(queryTree) }
  }
}

const queryWords = (query: Words): QueryWords => ({
  key: `${query.marks.join()} ${query.prefix ? '*' : ''} ${query.words.join(' ')}`,
  query,
})

const wordOf = (query: Words): QueryTree => ({ kind: 'word', asked: queryWords(query) })

function phraseOf(query: Words): QueryTree {
  const { words, prefix, ...rest } = query
  const parts = words.map((word, at) =>
    wordOf({ ...rest, words: [word], prefix: prefix && at === words.length - 1 }),
  )
  return { kind: 'phrase', asked: queryWords(query), words: { kind: 'all', parts } }
}

export type QueryPart = Extract<QueryTree, { kind: 'word' | 'phrase' }>

/** Returns the parts of one kind, each once. */
export function partsOf(tree: QueryTree, kind: 'word' | 'phrase'): QueryPart[] {
  const found = new Map<string, QueryPart>()
  function collect(part: QueryTree): void {
    if (part.kind === kind) found.set(part.asked.key, part)
    if (part.kind === 'phrase') collect(part.words)
    if (part.kind === 'not') collect(part.part)
    if (part.kind === 'all' || part.kind === 'any') part.parts.forEach(collect)
  }
  collect(tree)
  return [...found.values()]
}

/** The mails of an index that have words, by the key of these; undefined where that is not known. */
export type Known = (key: string) => BitSet | undefined

/**
 * The mails of an index that may be meant; exactly those that are meant, where all words and phrases are known. Only
 * the bits of its `mails` count.
 */
export const mayMean = (tree: QueryTree, known: Known, mails: number): BitSet =>
  boundOf(tree, { known, mails, isMost: true })

type Bound = { known: Known; mails: number; isMost: boolean }

function boundOf(tree: QueryTree, bound: Bound): BitSet {
  switch (tree.kind) {
    case 'word':
    case 'phrase': {
      const known = bound.known(tree.asked.key)
      if (known) return copyOf(known, bound.mails)
      if (!bound.isMost) return createBitSet(bound.mails)
      return tree.kind === 'phrase' ? boundOf(tree.words, bound) : fullSet(bound.mails)
    }
    case 'not': {
      const set = boundOf(tree.part, { ...bound, isMost: !bound.isMost })
      invert(set)
      return set
    }
    case 'all': {
      const set = fullSet(bound.mails)
      for (const part of tree.parts) keepCommon(set, boundOf(part, bound))
      return set
    }
    case 'any': {
      const set = createBitSet(bound.mails)
      for (const part of tree.parts) addAll(set, boundOf(part, bound))
      return set
    }
  }
}

function copyOf(set: BitSet, mails: number): BitSet {
  const copy = createBitSet(mails)
  copy.set(set)
  return copy
}

function fullSet(mails: number): BitSet {
  const set = createBitSet(mails)
  invert(set)
  return set
}
