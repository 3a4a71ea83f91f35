import type { Sql } from '../../database.ts'
import type { Span, WordFinder, WordQuery } from '../../word-query.ts'
import { askedTree, type AskedTree } from './asked-words.ts'
import { has } from './bit-set.ts'
import { createIndexSearch, type IndexMatches } from './index-search.ts'
import { createNewWordsSearch, type MailsOfRow } from './new-words-search.ts'
import { createTurns } from './turns.ts'
import type { WordCache } from './word-cache.ts'
import type { ListedIndex } from './word-finder-store.ts'

/** The newest first. */
type Listed = { indexes: readonly ListedIndex[]; newWords: readonly MailsOfRow[] }
type Deps = { store: Sql; teamId: number; cache: WordCache }

/** Asks the words that were listed. Throws `WordsReplaced` when some are gone meanwhile. */
export function createWordFinder({ indexes, newWords }: Listed, deps: Deps): WordFinder {
  const takeTurns = createTurns()
  const trees = new Map<WordQuery, AskedTree>()
  const indexSearch = createIndexSearch({ ...deps, takeTurns })
  const newWordsSearch = createNewWordsSearch(newWords, { ...deps, takeTurns })

  function treeOf(query: WordQuery): AskedTree {
    const tree = trees.get(query) ?? askedTree(query)
    trees.set(query, tree)
    return tree
  }

  async function ids(query: WordQuery, span: Span): Promise<number[]> {
    const fresh = await newWordsSearch.matchesIn(query, span)
    const found = fresh.toSorted((a, b) => b - a)
    const asked = indexes.filter((index) => overlaps(index, span))
    for await (const matches of indexSearch.matchesOf(asked, treeOf(query))) {
      addInOrder(found, idsWithin(matches, span))
      await takeTurns()
    }
    return found
  }

  async function among(query: WordQuery, wanted: readonly number[]): Promise<number[]> {
    const span = { from: wanted.at(-1) ?? 0, below: (wanted[0] ?? -1) + 1 }
    const found = new Set(await newWordsSearch.matchesIn(query, span))
    const asked = indexes.filter((index) => wantedIn(index, wanted).length > 0)
    for await (const matches of indexSearch.matchesOf(asked, treeOf(query))) {
      for (const id of wantedIn(matches.index, wanted)) if (hasMail(matches, id)) found.add(id)
      await takeTurns()
    }
    return wanted.filter((id) => found.has(id))
  }

  return { extent: extentOf(indexes, newWords), ids, among }
}

function extentOf(indexes: readonly ListedIndex[], newWords: readonly MailsOfRow[]) {
  const extent = { end: 0, mails: 0 }
  for (const { last_mail: last, mails } of indexes) {
    extent.end = Math.max(extent.end, last + 1)
    extent.mails += mails
  }
  for (const { ids } of newWords) {
    // A batch is sorted by its ids.
    extent.end = Math.max(extent.end, (ids.at(-1) ?? -1) + 1)
    extent.mails += ids.length
  }
  return extent
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
