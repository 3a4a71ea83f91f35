import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { inTeam, newestFirst } from '../../../db/dialects.ts'
import { spanBelow, windowsOf, type Span } from '../../../db/word-windows.ts'
import { condition } from './condition-store.ts'
import { asksForWords, wordsAndOthers, type MailSearch, type WordSearch } from './mail-condition.ts'
import { leadingTags } from './leading-tag.ts'
import type { SearchEngine, SearchPage, SearchScope } from './search-engine.ts'
import { candidates } from './ts-query.ts'
import {
  hasExactly,
  indexOfWords,
  isCandidate,
  windowIndex,
  type IndexOfWords,
} from './word-condition-store.ts'
import { withOlderWords } from './older-words.ts'
import type { PartSpelling } from './within-store.ts'

export const postgresSearch: SearchEngine = {
  ids: async (scope, search, page) => (await matches(scope, search, page)).map(({ id }) => id),
  count: async (scope, search, page) => (await matches(scope, search, page)).length,
  countUnread: async (scope, search, page) =>
    (await matches(scope, search, page)).filter((mail) => mail.unread).length,
  // Its index has no segments.
  mergeWords: async () => false,
}

async function matches(
  scope: SearchScope,
  asked: MailSearch,
  { limit, offset = 0, below, above, fewRows = false }: SearchPage,
): Promise<MatchedMail[]> {
  const search = withOlderWords(asked)
  const lead = await leadingTags(scope, search)
  const { words, others } = wordsAndOthers(lead ? { kind: 'all', parts: lead.rest } : search)
  const index = others.some(asksForWords) ? await indexOfWords(scope.sql) : windowIndex
  const { teamId } = scope
  const spelling = { words: wordsCondition(teamId, index), recipient, part, teamId }
  const rows = others.map((part) => condition(part, spelling))
  if (lead !== null) {
    const match = { words, rows, below, above }
    return (await takeTagged(scope, match, lead.keys, offset + limit)).slice(offset)
  }
  if (words !== null) {
    const match = { words, rows, below, above, fewRows }
    return (await newestMatches(scope, { ...match, limit: offset + limit })).slice(offset)
  }
  return found(
    scope,
    sql`
      select ${marks} from mails
      where ${sql.join([inTeam(scope.sql, scope.teamId, { below, above }), ...rows], sql` and `)}
      and trashed_at is null
      order by ${newestFirst} limit ${limit} offset ${offset}`,
  )
}

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

const recipient = sql`json_array_elements_text(mails.recipient_keys::json) as address where address`

const wordsCondition = (teamId: number, index: IndexOfWords) => (search: WordSearch) =>
  sql<SqlBool>`mails.id in (select mail_id from mail_words where ${matching(teamId, search, index)})`

function matching(teamId: number, search: WordSearch, index: IndexOfWords) {
  const { query, isExact } = candidates(teamId, search, index.kind)
  return all([isCandidate(query, index), ...(isExact ? [] : [hasExactly(teamId, search)])])
}

type Match = {
  words: WordSearch
  /** On `mails`. */
  rows: RawBuilder<unknown>[]
  limit: number
  /** Only mails of smaller ids. */
  below: number | undefined
  /** Only mails of greater ids. */
  above: number | undefined
  /** So few mails meet the conditions on rows that each can be asked about. */
  fewRows: boolean
}

type MatchedMail = { id: number; unread: boolean }

const marks = sql`mails.id, mails.read_at is null as unread`

/** So many mails of the team are searched first, and each span that follows has this many times as many. */
const firstSpan = 2_000
const growth = 8

/**
 * The newest mails of a team whose words and rows meet conditions. The index of words returns all mails of
 * a window of ids that match, in no order. So windows are asked one after the other, the newest first, and
 * ever larger ones: a word that is common among new mail is found in the first, and one that is not costs a
 * few more questions. How many mails each has is not estimated, so it does not matter where the matches are.
 */
async function newestMatches(scope: SearchScope, match: Match): Promise<MatchedMail[]> {
  if (match.fewRows) return askEach(scope, match)
  const [{ newest, total }, index] = await Promise.all([
    overview(scope, match),
    indexOfWords(scope.sql),
  ])
  if (newest === null) return []
  const bottom = (match.above ?? 0) + 1
  if (index.kind === 'tsvectors') {
    return takeSpan(scope, match, { from: bottom, below: newest + 1 }, { index })
  }
  const found: MatchedMail[] = []
  // The mails of a small team may be far apart.
  let ids = Math.max(firstSpan, firstSpan * (newest / Math.max(total, 1)))
  for (let below = newest + 1; below > bottom && found.length < match.limit; ids *= growth) {
    const { from } = spanBelow(below, below - bottom > 2 * ids ? ids : below - bottom)
    const limit = match.limit - found.length
    const span = { from: Math.max(from, bottom), below }
    const how = { index, isFirst: below > newest }
    found.push(...(await takeSpan(scope, { ...match, limit }, span, how)))
    below = span.from
  }
  return found
}

/** Where a search begins, and how many mails the team has. */
async function overview(scope: SearchScope, bounds: Pick<Match, 'below' | 'above'>) {
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

/** Asks about each of the mails whose rows meet the conditions. */
async function askEach(scope: SearchScope, match: Match): Promise<MatchedMail[]> {
  return found(
    scope,
    sql`
      select ${marks} from (
        select * from mails where ${inTeam(scope.sql, scope.teamId, match)} and trashed_at is null
      ) as mails
      ${hasWords(scope, match.words)}
      where ${all(match.rows)} order by mails.id desc limit ${match.limit}`,
  )
}

/**
 * The newest matches of a span. What the index cannot tell, as the order of words, is compared in the candidates. In the first span it is asked of one after the other until there are enough. Where
 * that span did not have enough, it is quicker to compare each as it is read. A sum is in no index: only that of words
 * is asked.
 */
async function takeSpan(
  scope: SearchScope,
  { words, rows, limit }: Match,
  span: Span,
  { index, isFirst = false }: { index: IndexOfWords; isFirst?: boolean },
): Promise<MatchedMail[]> {
  const { query, isExact } = candidates(scope.teamId, words, index.kind)
  const windows = index.kind === 'windows' ? windowsOf(span) : null
  const isCompared = !isExact && !isFirst
  return found(
    scope,
    sql`
      with matching as materialized (
        select mail_id from mail_words
        where ${isCandidate(windows === null ? query : `${windows} & ${query}`, index)}
        and mail_id + 0 >= ${span.from}::bigint and mail_id + 0 < ${span.below}::bigint
        ${isCompared ? sql`and ${hasExactly(scope.teamId, words)}` : sql``}
      )
      select ${marks} from (select mail_id from matching order by mail_id desc) as matching
      cross join lateral (
        select * from mails where id = matching.mail_id and ${isKept(scope)} offset 0
      ) as mails
      ${isFirst && !isExact ? hasWords(scope, words) : sql``}
      where ${all(rows)} order by matching.mail_id desc limit ${limit}`,
  )
}

/** Asks the words of each mail of the query. An offset keeps the planner from turning the question round. */
const hasWords = ({ teamId }: SearchScope, words: WordSearch) => sql`
  cross join lateral (
    select from mail_words
    where mail_id = mails.id and ${hasExactly(teamId, words)} offset 0
  ) as matched`

/** Takes the mails of one of the tags, the newest first, and looks at each. */
async function takeTagged(
  scope: SearchScope,
  {
    words,
    rows,
    ...bounds
  }: Pick<Match, 'rows' | 'below' | 'above'> & { words: WordSearch | null },
  [first, ...others]: string[],
  limit: number,
): Promise<MatchedMail[]> {
  const isOne =
    others.length === 0 ? sql`key = ${first ?? ''}` : sql`key in (${sql.join([first, ...others])})`
  return found(
    scope,
    sql`
      select ${marks} from (
        select ${others.length === 0 ? sql`` : sql`distinct`} mail_id from mail_tags
        where ${all([sql`team_id = ${scope.teamId}`, isOne, ...isWithin(bounds)])}
        order by mail_id desc
      ) as tagged
      cross join lateral (
        select * from mails where id = tagged.mail_id and ${isKept(scope)} offset 0
      ) as mails
      ${words === null ? sql`` : hasWords(scope, words)}
      where ${all(rows)} order by tagged.mail_id desc limit ${limit}`,
  )
}

async function found(scope: SearchScope, query: RawBuilder<unknown>): Promise<MatchedMail[]> {
  const { rows } = await sql<MatchedMail>`${query}`.execute(scope.sql)
  return rows
}

const isKept = ({ teamId }: SearchScope) => sql`team_id = ${teamId} and trashed_at is null`

const isWithin = ({ below, above }: Pick<Match, 'below' | 'above'>) => [
  ...(below === undefined ? [] : [sql`mail_id < ${below}`]),
  ...(above === undefined ? [] : [sql`mail_id > ${above}`]),
]

const all = (conditions: RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `)
