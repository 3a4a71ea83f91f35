import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { inTeam, newestFirst } from '../../../db/dialects.ts'
import type { Span } from '../../../db/word-query.ts'
import { spanBelow } from '../../../db/word-windows.ts'
import { firstIdArrived } from '../arrival-store.ts'
import { condition } from './condition-store.ts'
import {
  asksForWords,
  conditionsOf,
  wordsAndOthers,
  type MailSearch,
  type WordSearch,
} from './mail-condition.ts'
import { leadingTags } from './leading-tag.ts'
import type { SearchEngine, SearchPage, SearchScope } from './search-engine.ts'
import type { PartSpelling } from './within-store.ts'
import { withWords, type WordSource } from './word-source.ts'
import { wordParts } from './words-asked.ts'

export const postgresSearch: SearchEngine = {
  ids: async (scope, search, page) => (await matches(scope, search, page)).map(({ id }) => id),
  count: async (scope, search, page) => (await matches(scope, search, page)).length,
  countUnread: async (scope, search, page) =>
    (await matches(scope, search, page)).filter((mail) => mail.unread).length,
  // A worker merges its word indexes.
  mergeWords: async () => false,
}

type Match = {
  scope: SearchScope
  words: WordSearch | null
  /** Of the others, those on rows alone, and those that ask for words as well. */
  rows: MailSearch[]
  mixed: MailSearch[]
  /** The mails of one of these are gone through. */
  tags: string[] | null
  limit: number
  /** Only mails of smaller ids. */
  below: number | undefined
  /** Only mails of greater ids. */
  above: number | undefined
}

type MatchedMail = { id: number; unread: boolean }

async function matches(
  scope: SearchScope,
  search: MailSearch,
  { limit, offset = 0, below, above, fewRows = false }: SearchPage,
): Promise<MatchedMail[]> {
  const [lead, arrived] = await Promise.all([
    leadingTags(scope, search),
    arrivedFrom(scope, search),
  ])
  if (arrived === undefined) return []
  const { words, others } = wordsAndOthers(lead ? { kind: 'all', parts: lead.rest } : search)
  const match: Match = {
    scope,
    words,
    rows: others.filter((part) => !asksForWords(part)),
    mixed: others.filter(asksForWords),
    tags: lead?.keys ?? null,
    limit: offset + limit,
    below,
    above: arrived === null ? above : Math.max(above ?? 0, arrived - 1),
  }
  if (words === null && match.mixed.length === 0) {
    return readRows(match, { below, limit, offset })
  }
  const find = lead !== null || fewRows ? rowsFirst : wordsFirst
  return (await withWords(scope, (source) => find(match, source))).slice(offset)
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

/** So many mails of the team are searched first, and each span that follows has this many times as many. */
const firstSpan = 2_000
const growth = 8
/** It bounds the ids that a search holds. Where conditions on rows have words in them, each mail is looked at. */
const largestSpan = { words: 2 ** 18, mixed: 2 ** 15 }

/**
 * The newest mails whose words and rows meet the conditions. Spans of ids are asked one after the other, the newest
 * first, and ever larger ones: a word that is common among new mail is found in the first. How many mails have it is
 * not estimated, so it does not matter where they are.
 */
async function wordsFirst(match: Match, source: WordSource): Promise<MatchedMail[]> {
  const { newest, total } = await overview(match)
  if (newest === null) return []
  const take = match.words === null ? takeMixed : takeWords
  const largest = match.words === null ? largestSpan.mixed : largestSpan.words
  const bottom = (match.above ?? 0) + 1
  /** The mails of a small team may be far apart. */
  const apart = Math.max(1, newest / Math.max(total, 1))
  const found: MatchedMail[] = []
  let mails = firstSpan
  for (let below = newest + 1; below > bottom && found.length < match.limit;) {
    const ids = mails * apart
    const { from } = spanBelow(below, below - bottom > 2 * ids ? ids : below - bottom)
    const span = { from: Math.max(from, bottom), below }
    const taken = await take({ ...match, limit: match.limit - found.length }, source, span)
    found.push(...taken.found)
    below = taken.from
    mails = Math.min(mails * growth, largest)
  }
  return found
}

/** Where a search begins, and how many mails the team has. */
async function overview({ scope, ...bounds }: Match) {
  const { teamId } = scope
  const { rows } = await sql<{ newest: number | null; total: number }>`
    select
      (select id from mails where ${inTeam(scope.sql, teamId, bounds)} and trashed_at is null
        order by ${newestFirst} limit 1) as newest,
      coalesce((select total from team_counters where team_id = ${teamId}), 0) as total`.execute(
    scope.sql,
  )
  return rows[0] ?? { newest: null, total: 0 }
}

/** The newest matches of a span, or of a part of it from `from` on. */
type Taken = { found: MatchedMail[]; from: number }

async function takeWords(match: Match, source: WordSource, span: Span): Promise<Taken> {
  const { ids, from } = match.words ? await source.ids(match.words, span) : { ids: [], from: 0 }
  const conditions = [...match.rows, ...match.mixed]
  const found: MatchedMail[] = []
  const sizes = growing(conditions.length === 0 ? 1 : fewIds)
  for (let at = 0; at < ids.length && found.length < match.limit;) {
    const some = ids.slice(at, at + sizes(match.limit - found.length))
    found.push(...(await meeting(match, source, some, conditions)))
    at += some.length
  }
  return { found: found.slice(0, match.limit), from }
}

/** Where words are one of several ways to meet a condition, all rows of the span are looked at. */
async function takeMixed(match: Match, source: WordSource, span: Span): Promise<Taken> {
  const ids = new Map<WordSearch, number[]>()
  let from = span.from
  for (const part of match.mixed.flatMap(wordParts)) {
    const some = await source.ids(part, { from, below: span.below })
    ids.set(part, some.ids)
    from = some.from
  }
  const { below } = span
  const conditions = [...match.rows, ...match.mixed]
  const rows = spelled(match.scope, conditions, ids)
  const found = await readMatches(
    match.scope,
    sql`
      select ${marks} from mails
      where ${all([inTeam(match.scope.sql, match.scope.teamId, { below, above: from - 1 }), ...rows])}
      and trashed_at is null order by ${newestFirst} limit ${match.limit}`,
  )
  return { found, from }
}

/** Looks at rows first, the newest first: where few meet the conditions on them. */
async function rowsFirst(match: Match, source: WordSource): Promise<MatchedMail[]> {
  const { words, mixed } = match
  const found: MatchedMail[] = []
  const sizes = growing(fewIds)
  for (let below = match.below; found.length < match.limit;) {
    const limit = sizes(match.limit - found.length)
    const rows = await readRows(match, { below, limit })
    const ids = rows.map(({ id }) => id)
    const matching = words === null ? ids : await source.among(words, ids)
    const kept = new Set(matching)
    found.push(
      ...(mixed.length === 0
        ? rows.filter(({ id }) => kept.has(id))
        : await meeting(match, source, matching, mixed)),
    )
    if (rows.length < limit) break
    below = rows.at(-1)?.id
  }
  return found.slice(0, match.limit)
}

/** Mails of one question, unless as many are wanted: more are asked when these are not enough. */
const fewIds = 500
const mostIds = 8_000

function growing(fewest: number): (wanted: number) => number {
  let size = 0
  return (wanted) => {
    size = Math.min(mostIds, size === 0 ? Math.max(fewest, wanted) : size * 4)
    return size
  }
}

/** Of these mails, those that are kept and whose rows meet the conditions. */
async function meeting(
  { scope }: Match,
  source: WordSource,
  ids: number[],
  conditions: MailSearch[],
): Promise<MatchedMail[]> {
  if (ids.length === 0) return []
  const parts = conditions.flatMap(wordParts)
  const words = new Map<WordSearch, number[]>()
  for (const part of parts) words.set(part, await source.among(part, ids))
  return readMatches(
    scope,
    sql`
      select ${marks} from unnest(${ids}::bigint[]) as wanted (id)
      cross join lateral (
        select * from mails where id = wanted.id and ${isKept(scope)} offset 0
      ) as mails
      where ${all(spelled(scope, conditions, words))} order by wanted.id desc`,
  )
}

/** What is found by conditions on rows alone. */
function readRows(
  match: Match,
  { below, limit, offset = 0 }: { below: number | undefined; limit: number; offset?: number },
): Promise<MatchedMail[]> {
  const { scope, tags, above } = match
  const rows = spelled(scope, match.rows)
  const page = sql`limit ${limit} offset ${offset}`
  if (tags !== null) {
    return readMatches(
      scope,
      sql`
        select ${marks} from ${taggedMails(scope, tags, { below, above })}
        cross join lateral (
          select * from mails where id = tagged.mail_id and ${isKept(scope)} offset 0
        ) as mails
        where ${all(rows)} order by tagged.mail_id desc ${page}`,
    )
  }
  return readMatches(
    scope,
    sql`
      select ${marks} from mails
      where ${all([inTeam(scope.sql, scope.teamId, { below, above }), ...rows])}
      and trashed_at is null order by ${newestFirst} ${page}`,
  )
}

function taggedMails(
  { teamId }: SearchScope,
  [first, ...others]: string[],
  { below, above }: Pick<Match, 'below' | 'above'>,
) {
  const isOne =
    others.length === 0 ? sql`key = ${first ?? ''}` : sql`key in (${sql.join([first, ...others])})`
  const isWithin = [
    ...(below === undefined ? [] : [sql`mail_id < ${below}`]),
    ...(above === undefined ? [] : [sql`mail_id > ${above}`]),
  ]
  return sql`(
    select ${others.length === 0 ? sql`` : sql`distinct`} mail_id from mail_tags
    where ${all([sql`team_id = ${teamId}`, isOne, ...isWithin])} order by mail_id desc
  ) as tagged`
}

const marks = sql`mails.id, mails.read_at is null as unread`

async function readMatches(
  { sql: store }: SearchScope,
  query: RawBuilder<unknown>,
): Promise<MatchedMail[]> {
  const { rows } = await sql<MatchedMail>`${query}`.execute(store)
  return rows
}

const isKept = ({ teamId }: SearchScope) => sql`team_id = ${teamId} and trashed_at is null`

const all = (conditions: RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `)

/** As conditions of SQL. `ids`: the mails that have the words which these ask for. */
function spelled(
  { teamId }: SearchScope,
  conditions: MailSearch[],
  ids: ReadonlyMap<WordSearch, number[]> = new Map(),
): RawBuilder<SqlBool>[] {
  const words = (search: WordSearch) =>
    sql<SqlBool>`mails.id in (select unnest(${ids.get(search) ?? []}::bigint[]))`
  return conditions.map((one) => condition(one, { words, recipient, part, teamId }))
}

const recipient = sql`json_array_elements_text(mails.recipient_keys::json) as address where address`

/** By the collation "C", `lower` folds only ASCII. */
const part: PartSpelling = {
  contains: (text, lowerCase) =>
    sql<SqlBool>`(strpos(lower((${text}) collate "C"), ${lowerCase}) > 0)`,
  elements: (json, key) =>
    key === undefined
      ? sql`json_array_elements(${json}::json) as list (one)`
      : sql`json_array_elements(${json}::json -> ${sql.lit(key)}) as list (one)`,
  element: (property) =>
    property === undefined ? sql`(one #>> '{}')` : sql`(one ->> ${sql.lit(property)})`,
}
