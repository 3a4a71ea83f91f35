import type { Sql } from '../../database.ts'
import type { Span, WordFinder, WordQuery } from '../../word-query.ts'
import { askedTree, type AskedTree } from './asked-words.ts'
import { has } from './bit-set.ts'
import { createIndexSearch, type IndexMatches } from './index-search.ts'
import { createNewWordsSearch } from './new-words-search.ts'
import { createTurns } from './turns.ts'
import type { WordCache } from './word-cache.ts'
import {
  listIndexes,
  listWords,
  WordsReplaced,
  type ListedIndex,
  type Listing,
} from './word-finder-store.ts'

type Deps = { store: Sql; teamId: number; cache: WordCache }

/** Of new words that come with a list. More there are only while nobody makes indexes of them. */
const mostListedBytes = 4 * 1024 * 1024

/** What was found before is kept, so each time there is less to read. More often nothing is replaced but damaged. */
const mostLists = 50

/**
 * Asks the words of a team's mail. They are listed once; what is replaced before it was read is looked for in a new list,
 * which has the words of the same mail. So a search holds no connection and no snapshot, and it ends however often words
 * are replaced meanwhile.
 */
export async function createWordFinder(deps: Deps): Promise<WordFinder> {
  const { store, teamId } = deps
  const takeTurns = createTurns()
  const trees = new Map<WordQuery, AskedTree>()
  const indexSearch = createIndexSearch({ ...deps, takeTurns })
  const newWordsSearch = createNewWordsSearch({ ...deps, takeTurns })
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
        // Else somebody else, who asks at the same time, has listed them again.
        if (listed === listing) listed = list()
      }
    }
  }

  function treeOf(query: WordQuery): AskedTree {
    const tree = trees.get(query) ?? askedTree(query)
    trees.set(query, tree)
    return tree
  }

  /** Words that are not listed are read later than the list: those that are not there any more are in an index by then. */
  async function inRest({ indexes, newWords, rest }: Listing, query: WordQuery, span: Span) {
    const top = newWords.at(-1)?.first_mail ?? 0
    const below = Math.min(span.below, top + 1)
    if (rest === null || rest.last < span.from || rest.first >= below) return { ids: [], indexes }
    const ids = await newWordsSearch.matchesInRest(query, span, below)
    return { ids, indexes: await listIndexes(store, teamId) }
  }

  const ids = (query: WordQuery, span: Span): Promise<number[]> =>
    asListed(async (listing) => {
      const found = await newWordsSearch.matchesIn(listing.newWords, query, span)
      const rest = await inRest(listing, query, span)
      for (const id of rest.ids) found.push(id)
      const asked = rest.indexes.filter((index) => overlaps(index, span))
      for await (const matches of indexSearch.matchesOf(asked, treeOf(query))) {
        addWithin(found, matches, span)
        await takeTurns()
      }
      return newestFirst(found)
    })

  const among = (query: WordQuery, wanted: readonly number[]): Promise<number[]> =>
    asListed(async (listing) => {
      const span = { from: wanted.at(-1) ?? 0, below: (wanted[0] ?? -1) + 1 }
      const found = new Set(await newWordsSearch.matchesIn(listing.newWords, query, span))
      const rest = await inRest(listing, query, span)
      for (const id of rest.ids) found.add(id)
      const asked = rest.indexes.filter((index) => wantedIn(index, wanted).length > 0)
      for await (const matches of indexSearch.matchesOf(asked, treeOf(query))) {
        for (const id of wantedIn(matches.index, wanted)) if (hasMail(matches, id)) found.add(id)
        await takeTurns()
      }
      return wanted.filter((id) => found.has(id))
    })

  return { extent: extentOf(await listed), ids, among }
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

function addWithin(found: number[], { directory, mails }: IndexMatches, span: Span): void {
  const { ids } = directory
  const first = firstFrom(ids, span.from)
  for (let at = firstFrom(ids, span.below) - 1; at >= first; at--) {
    if (has(mails, at)) found.push(ids[at] ?? 0)
  }
}

/** Of ascending ids, where those from `id` on begin. */
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

/** Indexes of a team mostly follow each other. */
function newestFirst(ids: number[]): number[] {
  const isSorted = ids.every((id, at) => at === 0 || id < (ids[at - 1] ?? 0))
  return isSorted ? ids : [...Float64Array.from(new Set(ids)).toSorted()].toReversed()
}
