import type { Sql } from '../../../database.ts'
import type { Span, WordFinder, WordQuery } from '../../../words/word-query.ts'
import { queryTree, type QueryTree } from './query-tree.ts'
import { has } from './bit-set.ts'
import { createIndexSearch, type IndexMatches } from './index-search.ts'
import { createNewWordsSearch } from './new-words-search.ts'
import type { WordCache } from './word-cache.ts'
import {
  listIndexes,
  listWords,
  WordsReplaced,
  type ListedIndex,
  type Listing,
} from './word-finder-store.ts'
import { unavailable } from '../../../../errors.ts'
import { servedClient } from '../../../../lib/shares/served-client.ts'
import { SearchTooLong } from '../../../store-faults.ts'

/** A search that computes for longer lets others have their turn. */
const sliceMs = 3

/** Searches that have had their turn. Between two of them the thread does everything else that waits. */
const waiting: (() => void)[] = []

function goOn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(goOn)
}

/** To be called between two steps of one search. Ends it when its client has hung up, or when it has taken `longestMs`. */
function createSearchSlices(longestMs: number): () => Promise<void> {
  const begun = performance.now()
  let since = begun
  return async () => {
    if (performance.now() - since < sliceMs) return
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(goOn)
    })
    since = performance.now()
    if (servedClient().signal?.aborted) throw unavailable({ retryAfter: 5 })
    if (since - begun > longestMs) throw new SearchTooLong(longestMs)
  }
}

type Deps = { store: Sql; teamId: number; cache: WordCache; longestMs: number }
type Asked = { query: WordQuery; span: Span; takeTurns: () => Promise<void> }

/** Bytes of new words that come with a list. There are more only while no worker makes indexes of them. */
const mostListedBytes = 4 * 1024 * 1024

/**
 * Found blocks are kept, so each new list leaves less to read. If it takes more lists than this, an index is damaged.
 */
const mostLists = 50

/**
 * Finds a team's mail by its words. It lists indexes and new words once. When one of them is replaced before it was read,
 * it lists them again: the new list has the words of all mail that the old one had. So a search needs no transaction, and
 * what it found before stays valid. Several searches may share the list, and each has `longestMs` of its own.
 */
export async function createWordFinder(deps: Deps): Promise<WordFinder> {
  const { store, teamId } = deps
  const newWordsSearch = createNewWordsSearch(deps)
  let listed = list()

  async function list(): Promise<Listing> {
    const known = newWordsSearch.knownKeys()
    const listing = await listWords(store, teamId, { known, mostBytes: mostListedBytes })
    newWordsSearch.keepOnly(listing.newWords)
    return listing
  }

  async function asListed<Result>(ask: (listing: Listing) => Promise<Result>): Promise<Result> {
    for (let lists = 1; ; lists += 1) {
      const listing = listed
      try {
        return await ask(await listing)
      } catch (error) {
        if (!(error instanceof WordsReplaced) || lists === mostLists) throw error
        // Otherwise another search, at the same time, has listed them again.
        if (listed === listing) listed = list()
      }
    }
  }

  /**
   * What new words say, in no order. Rows that are too many to be listed may be moved to an index meanwhile: they are
   * in the indexes that are listed afterwards.
   */
  async function inNewWords({ indexes, newWords, rest }: Listing, asked: Asked) {
    const { span } = asked
    const found = new Set(await newWordsSearch.matchesIn(newWords, asked))
    const top = newWords.at(-1)?.first_mail ?? 0
    const below = Math.min(span.below, top + 1)
    if (rest === null || rest.last < span.from || rest.first >= below) return { found, indexes }
    for (const id of await newWordsSearch.matchesInRest(asked, below)) found.add(id)
    return { found, indexes: await listIndexes(store, teamId) }
  }

  const extent = extentOf(await listed)

  function finder(): WordFinder {
    const takeTurns = createSearchSlices(deps.longestMs)
    const trees = new Map<WordQuery, QueryTree>()
    const indexSearch = createIndexSearch({ ...deps, takeTurns })

    function treeOf(query: WordQuery): QueryTree {
      const tree = trees.get(query) ?? queryTree(query)
      trees.set(query, tree)
      return tree
    }

    const ids = (query: WordQuery, span: Span): Promise<number[]> =>
      asListed(async (listing) => {
        const fresh = await inNewWords(listing, { query, span, takeTurns })
        const found = [...fresh.found].toSorted(descending)
        const asked = fresh.indexes.filter((index) => overlaps(index, span))
        for await (const matches of indexSearch.matchesOf(asked, treeOf(query))) {
          addInOrder(found, idsWithin(matches, span))
          await takeTurns()
        }
        return found
      })

    const among = (query: WordQuery, wanted: readonly number[]): Promise<number[]> =>
      asListed(async (listing) => {
        const span = { from: wanted.at(-1) ?? 0, below: (wanted[0] ?? -1) + 1 }
        const { found, indexes } = await inNewWords(listing, { query, span, takeTurns })
        const asked = indexes.filter((index) => wantedIn(index, wanted).length > 0)
        for await (const matches of indexSearch.matchesOf(asked, treeOf(query))) {
          for (const id of wantedIn(matches.index, wanted)) if (hasMail(matches, id)) found.add(id)
          await takeTurns()
        }
        return wanted.filter((id) => found.has(id))
      })

    return { extent, ids, among, again: finder }
  }

  return finder()
}

function extentOf({ indexes, newWords, rest }: Listing): WordFinder['extent'] {
  const all = [
    ...indexes,
    ...newWords,
    ...(rest === null ? [] : [{ first_mail: rest.first, last_mail: rest.last, mails: rest.mails }]),
  ]
  const extent = { from: Infinity, end: 0, mails: 0 }
  for (const { first_mail: first, last_mail: last, mails } of all) {
    extent.from = Math.min(extent.from, first)
    extent.end = Math.max(extent.end, last + 1)
    extent.mails += mails
  }
  return { ...extent, from: Math.min(extent.from, extent.end) }
}

const descending = (one: number, other: number) => other - one

const overlaps = ({ first_mail: first, last_mail: last }: ListedIndex, { from, below }: Span) =>
  first < below && last >= from

function wantedIn({ first_mail: first, last_mail: last }: ListedIndex, wanted: readonly number[]) {
  const isNewer = (than: number) => (at: number) => (wanted[at] ?? 0) > than
  return wanted.slice(
    firstWithout(wanted.length, isNewer(last)),
    firstWithout(wanted.length, isNewer(first - 1)),
  )
}

function hasMail({ directory: { ids }, mails }: IndexMatches, id: number): boolean {
  const at = firstFrom(ids, id)
  return ids[at] === id && has(mails, at)
}

/** The newest first. */
function idsWithin({ directory: { ids }, mails }: IndexMatches, span: Span): number[] {
  const found: number[] = []
  const first = firstFrom(ids, span.from)
  for (let at = firstFrom(ids, span.below) - 1; at >= first; at--) {
    if (has(mails, at)) found.push(ids[at] ?? 0)
  }
  return found
}

/** Both lists descend, and mostly the second continues the first. */
function addInOrder(found: number[], more: readonly number[]): void {
  const [newest = 0] = more
  const within = found.splice(firstWithout(found.length, (at) => (found[at] ?? 0) > newest))
  let at = 0
  for (const id of more) {
    for (; (within[at] ?? -1) > id; at++) found.push(within[at] ?? 0)
    if (within[at] === id) at++
    found.push(id)
  }
  for (; at < within.length; at++) found.push(within[at] ?? 0)
}

/** The first position in ascending ids that has `id` or a larger one. */
const firstFrom = (ids: readonly number[], id: number) =>
  firstWithout(ids.length, (at) => (ids[at] ?? 0) < id)

/** The first place that is not so, where all that are so come first. */
function firstWithout(size: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isSo(middle)) low = middle + 1
    else high = middle
  }
  return low
}
