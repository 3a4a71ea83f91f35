import { sql, type RawBuilder } from 'kysely'
import { inTeam, newestFirst, oldestFirst } from '../../../db/dialects.ts'
import type { WordFinder, WordQuery } from '../../../db/words/word-query.ts'
import { firstIdArrived } from '../rows/arrival-store.ts'
import { type Lead, leadOf, withInboxWords } from './search-lead.ts'
import {
  asksForWords,
  conditionsOf,
  withNotInside,
  wordsAndOthers,
  type MailSearch,
  type WordSearch,
} from './mail-condition.ts'
import {
  findAmong,
  findInInboxes,
  findNewest,
  findTagged,
  type Asked,
  type Bounds,
} from './matched-rows-store.ts'
import type { SearchEngine, SearchPage, SearchScope } from './search-engine.ts'
import { createMatches, createSpans, type Extent, type Found, nothing } from './search-spans.ts'
import { createKeptRows } from './kept-rows-store.ts'
import { wordParts, wordQuery, combinedWordQuery } from './words/combined-word-query.ts'

export const postgresSearch: SearchEngine = {
  together: (scope, work) =>
    scope.words.find(scope.teamId, (finder) =>
      work({
        ...scope,
        keptRows: createKeptRows(scope, finder.extent),
        words: { find: (_team, ask) => ask(finder.again()) },
      }),
    ),
  ids: async (scope, search, page) => (await find(scope, search, page)).ids,
  count: async (scope, search, page) => (await find(scope, search, page)).ids.length,
  countUnread: async (scope, search, page) => (await find(scope, search, page, true)).unread.length,
  // A worker merges its word indexes.
  mergeWords: async () => false,
}

type Match = {
  scope: SearchScope
  words: WordQuery | null
  /** The other conditions: `rows` ask for rows alone, `mixed` for words as well. */
  rows: MailSearch[]
  mixed: MailSearch[]
  /** What the mixed ones ask of the words. */
  parts: ReadonlyMap<WordSearch, WordQuery>
  /** The mails of one of these are gone through. */
  tags: Lead | null
  bounds: Bounds
  limit: number
  withUnread: boolean
}

async function find(
  scope: SearchScope,
  asked: MailSearch,
  { limit, offset = 0, below, above, fewRows = false }: SearchPage,
  withUnread = false,
): Promise<Found> {
  const search = withNotInside(asked)
  const [{ tags, rest }, arrived] = await Promise.all([
    leadOf(scope, search, () => false),
    arrivedFrom(scope, search),
  ])
  if (arrived === undefined) return nothing()
  const { words, others } = wordsAndOthers({ kind: 'all', parts: rest })
  const rows = others.filter((part) => !asksForWords(part))
  const mixed = others.filter(asksForWords)
  const areRowsFirst = tags !== null || fewRows
  const match: Match = {
    scope,
    words: areRowsFirst
      ? combinedWordQuery(words, [])
      : combinedWordQuery(withInboxWords(scope.teamId, words, rows), rows),
    rows,
    mixed,
    parts: new Map(mixed.flatMap(wordParts).map((part) => [part, wordQuery(part)])),
    tags,
    bounds: { below, above: arrived === null ? above : Math.max(above ?? 0, arrived - 1) },
    limit: offset + limit,
    withUnread,
  }
  if (match.words === null && mixed.length === 0) {
    return readRows(match, { ...match.bounds, limit, offset })
  }
  const found = await scope.words.find(scope.teamId, async (source) => {
    if (areRowsFirst) return rowsFirst(match, source)
    return match.words === null ? inSpans(match, source) : wordsFirst(match, match.words, source)
  })
  return withoutFirst(found, offset)
}

/** The smallest id of mail that arrived after the marker of a search; undefined when none did, null without a marker. */
async function arrivedFrom({ sql: store, teamId }: SearchScope, search: MailSearch) {
  for (const part of conditionsOf(search)) {
    if (part.kind === 'row' && 'arrivedAfter' in part.test) {
      return firstIdArrived(store, teamId, part.test.arrivedAfter)
    }
  }
  return null
}

function withoutFirst({ ids, unread }: Found, count: number): Found {
  if (count === 0) return { ids, unread }
  const rest = ids.slice(count)
  return { ids: rest, unread: unread.filter((id) => id <= (rest[0] ?? -1)) }
}

/** It bounds the ids that a search holds. */
const mostInSpan = 2 ** 18
/** Where each row of a span is looked at. */
const mostRowsInSpan = 2 ** 15

async function wordsFirst(match: Match, words: WordQuery, source: WordFinder): Promise<Found> {
  const conditions = [...match.rows, ...match.mixed]
  const matches = createMatches(match.limit, { areSelected: conditions.length > 0 })
  const spans = createSpans(extentOf(match, source), bottomOf(match), mostInSpan)
  let ids: number[] = []
  let span = spans.next()
  while (span !== null && !matches.areEnough()) {
    const some = await source.ids(words, span)
    // The few of several spans are asked for together.
    ids = [...ids, ...some]
    while (ids.length >= matches.next() && !matches.areEnough()) await lookAtNext()
    span = spans.next({ found: some.length, wanted: matches.next() - ids.length })
  }
  while (ids.length > 0 && !matches.areEnough()) await lookAtNext()
  return matches.found

  async function lookAtNext(): Promise<void> {
    const next = ids.slice(0, matches.next())
    ids = ids.slice(next.length)
    matches.add(await meeting(match, source, next, conditions), next.length)
  }
}

/** Where words are one of several ways to meet a condition, all rows of a span are looked at. */
async function inSpans(match: Match, source: WordFinder): Promise<Found> {
  const conditions = [...match.rows, ...match.mixed]
  const matches = createMatches(match.limit)
  const spans = createSpans(await overview(match), bottomOf(match), mostRowsInSpan)
  let span = spans.next()
  while (span !== null && !matches.areEnough()) {
    const words = new Map<WordSearch, number[]>()
    for (const [part, asked] of match.parts) words.set(part, await source.ids(asked, span))
    const wanted = match.limit - matches.found.ids.length
    const found = await findNewest(
      { ...match, conditions, words },
      { below: span.below, above: span.from - 1, limit: wanted },
    )
    matches.add(found)
    span = spans.next({ found: found.ids.length, wanted: wanted - found.ids.length })
  }
  return matches.found
}

/** Asks for the words of the newest mails whose rows meet the conditions: where these are few. */
async function rowsFirst(match: Match, source: WordFinder): Promise<Found> {
  const { words, mixed, bounds } = match
  const matches = createMatches(match.limit, { areSelected: true })
  for (let { below } = bounds; !matches.areEnough();) {
    const limit = matches.next()
    const rows = await readRows(match, { ...bounds, below, limit })
    const having = words === null ? rows : onlyThose(rows, await source.among(words, rows.ids))
    const found = mixed.length === 0 ? having : await meeting(match, source, having.ids, mixed)
    matches.add(found, limit)
    below = rows.ids.at(-1)
    if (rows.ids.length < limit) break
  }
  return matches.found
}

function onlyThose({ unread }: Found, ids: number[]): Found {
  const kept = new Set(ids)
  return { ids, unread: unread.filter((id) => kept.has(id)) }
}

/** Reads rows that meet conditions on rows alone. */
function readRows(match: Match, page: Bounds & { limit: number; offset?: number }): Promise<Found> {
  const { scope, rows: conditions, tags, withUnread } = match
  const asked: Asked = { scope, conditions, withUnread }
  if (tags !== null && tags.table !== 'mails') return findTagged(asked, tags, page)
  // Mail above an id is the newest of its team, which is less than an inbox may have.
  return tags === null || page.above !== undefined
    ? findNewest(asked, page)
    : findInInboxes(asked, tags.keys, page)
}

async function meeting(
  match: Match,
  source: WordFinder,
  ids: number[],
  conditions: MailSearch[],
): Promise<Found> {
  if (ids.length === 0) return nothing()
  const words = new Map<WordSearch, number[]>()
  for (const [part, asked] of match.parts) words.set(part, await source.among(asked, ids))
  return findAmong({ ...match, conditions, words }, ids)
}

const bottomOf = ({ bounds }: Match) => (bounds.above ?? 0) + 1

const extentOf = ({ bounds }: Match, { extent }: WordFinder): Extent => ({
  ...extent,
  end: Math.min(extent.end, bounds.below ?? extent.end),
})

/** Covers all mail of the team, with words or without. */
async function overview({ scope, bounds }: Match): Promise<Extent> {
  const { sql: store, teamId } = scope
  const own = (within: Bounds, order: RawBuilder<unknown>) => sql`
    select id from mails where ${inTeam(store, teamId, within)} and trashed_at is null
      order by ${order} limit 1`
  const { rows } = await sql<{ oldest: number | null; newest: number | null; total: number }>`
    select (${own({}, oldestFirst)}) as oldest, (${own(bounds, newestFirst)}) as newest,
      coalesce((select total from team_counters where team_id = ${teamId}), 0) as total`.execute(
    store,
  )
  const { oldest = null, newest = null, total = 0 } = rows[0] ?? {}
  const end = newest === null ? 0 : newest + 1
  return { from: Math.min(oldest ?? 0, end), end, mails: total }
}
