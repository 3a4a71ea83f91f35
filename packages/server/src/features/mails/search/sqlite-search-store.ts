import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Dialect } from '../../../db/dialect.ts'
import { conditionsOf, type MailSearch, type RowTest, type SearchScope } from './mail-condition.ts'
import { newestMatches, type MatchedMail } from './postgres-search-store.ts'
import { inTeam, newestFirst } from '../../../db/team-mails.ts'
import { spellOutBeginnings } from './word-beginnings-store.ts'
import { ftsQuery, tsQuery, type WordSearch } from '../../../db/search-index.ts'

/**
 * Finds the mails of a team that meet a condition on their words and their row, newest first,
 * deleted mail left out. Conditions on words alone become one question to the search index, which
 * gives mails in the order that is asked for: a common word costs no more than a rare one.
 */
export type SearchPage = {
  limit: number
  offset?: number
  /** Only mails of smaller ids. */
  below?: number
  /** Only mails from this id on, which leaves few that can be looked at one by one. */
  from?: number
  /**
   * Look at the rows of mails first and ask the index about each: quicker where few rows meet the
   * conditions on them and many mails those on words.
   */
  fewRows?: boolean
}

/** The ids of one page of what is found. */
export async function searchMails(
  scope: SearchScope,
  search: MailSearch,
  page: SearchPage,
): Promise<number[]> {
  if (scope.dialect.name === 'postgres')
    return (await searchPostgres(scope, search, page)).map(idOf)
  const found = await searchSqlite(scope, search, (spelled) =>
    scope.sql
      .selectFrom(idsOf(scope, spelled, page).as('found'))
      .select('found.id')
      .orderBy('found.id', 'desc')
      .execute(),
  )
  return found.map(idOf)
}

/** How many are found, at most `limit`. */
export async function countFound(
  scope: SearchScope,
  search: MailSearch,
  page: SearchPage,
): Promise<number> {
  if (scope.dialect.name === 'postgres') return (await searchPostgres(scope, search, page)).length
  const { count } = await searchSqlite(scope, search, (spelled) =>
    scope.sql
      .selectFrom(idsOf(scope, spelled, page).as('found'))
      .select((is) => is.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  return count
}

/** The ids of one page of what is found, and those of them that are unread. */
export async function searchMarks(
  scope: SearchScope,
  search: MailSearch,
  page: SearchPage,
): Promise<{ ids: number[]; unread: number[] }> {
  if (scope.dialect.name === 'postgres') {
    const found = await searchPostgres(scope, search, page)
    return { ids: found.map(idOf), unread: found.filter((mail) => mail.unread).map(idOf) }
  }
  // As two texts: a thousand rows would keep the thread that answers HTTP busy for a millisecond.
  const { ids, unread } = await searchSqlite(scope, search, (spelled) =>
    scope.sql
      .selectFrom(
        sql<{ ids: string; unread: string }>`(
          select json_group_array(found.id) as ids,
            json_group_array(unread.id) filter (where unread.id is not null) as unread
          from ${idsOf(scope, spelled, page)} as found
          left join mails as unread indexed by unread_mails
          on unread.id = found.id and unread.team_id = ${scope.teamId}
          and unread.read_at is null and unread.trashed_at is null)`.as('marks'),
      )
      .select(['ids', 'unread'])
      .executeTakeFirstOrThrow(),
  )
  return { ids: JSON.parse(ids) as number[], unread: JSON.parse(unread) as number[] }
}

/** Asks once the index has the words of all mail, and once it is the client's turn to search. */
async function searchSqlite<Result>(
  scope: SearchScope,
  search: MailSearch,
  ask: (spelled: MailSearch) => Promise<Result>,
): Promise<Result> {
  if (asksForWords(search)) await scope.wordsSettled()
  return scope.searches.within(1, async () =>
    ask(asksForWords(search) ? await spellOutBeginnings(scope, search) : search),
  )
}

type Found = { id: number }
const idOf = ({ id }: Found) => id

/** What SQLite is asked: a subquery that gives the ids of one page. */
function idsOf(scope: SearchScope, search: MailSearch, page: SearchPage): RawBuilder<Found> {
  const { words, others } = wordsAndOthers(search, page.fewRows ?? false)
  const each = page.fewRows || page.from !== undefined
  const index = words === null ? null : ftsQuery(scope.teamId, words)
  const id = index === null ? sql.ref('mails.id') : sql.ref('mail_words.rowid')
  const conditions = [
    ...(index === null ? [] : [sql`mail_words match ${index}`]),
    sql`mails.team_id = ${scope.teamId}`,
    sql`mails.trashed_at is null`,
    ...(page.below === undefined ? [] : [sql`${id} < ${page.below}`]),
    ...(page.from === undefined ? [] : [sql`${id} >= ${page.from}`]),
    ...others.map((part) => condition(scope, part, each)),
  ]
  // A cross join is walked from left to right: the index leads, in its own order.
  const from =
    index === null
      ? sql`mails`
      : sql`mail_words cross join mails ${indexOfRows(others)} on mails.id = mail_words.rowid`
  return sql<Found>`(
    select mails.id from ${from} where ${sql.join(conditions, sql` and `)}
    order by ${id} desc limit ${page.limit} offset ${page.offset ?? 0})`
}

function searchPostgres(
  scope: SearchScope,
  search: MailSearch,
  page: SearchPage,
): Promise<MatchedMail[]> {
  return scope.searches.within(1, () => matchesOnPostgres(scope, search, page))
}

async function matchesOnPostgres(
  scope: SearchScope,
  search: MailSearch,
  { limit, offset = 0, below, from, fewRows = false }: SearchPage,
): Promise<MatchedMail[]> {
  const { words, others } = wordsAndOthers(search, false)
  const rows = others.map((part) => condition(scope, part, false))
  if (words !== null) {
    const asked = { words: tsQuery(scope.teamId, words), rows, below, from, fewRows }
    return (await newestMatches(scope, { ...asked, limit: offset + limit })).slice(offset)
  }
  const { rows: found } = await sql<MatchedMail>`
    select id, read_at is null as unread from mails
    where ${sql.join([inTeam(scope.sql, scope.teamId, { below, from }), ...rows], sql` and `)}
    and trashed_at is null
    order by ${newestFirst} limit ${limit} offset ${offset}`.execute(scope.sql)
  return found
}

/** What the index of words can be asked in one question, and what is left. */
function wordsAndOthers(search: MailSearch, rowsFirst: boolean) {
  const parts = conditionsOf(search)
  const words = rowsFirst ? [] : parts.filter(isAboutWords)
  const others = parts.filter((part) => !words.includes(part as WordSearch))
  const together: WordSearch | null = words.length === 0 ? null : { kind: 'all', parts: words }
  return { words: together, others }
}

/**
 * A mail's row lies on a page with few others. That a mail is kept, unread or flagged, the small
 * indexes tell from pages that are in memory: ten times as quickly, the first time most of all.
 */
function indexOfRows(others: MailSearch[]): RawBuilder<unknown> {
  if (others.some((part) => isRowTest(part, 'flagged'))) return sql`indexed by flagged_mails`
  if (others.some((part) => isRowTest(part, 'unread'))) return sql`indexed by unread_mails`
  return others.length === 0 ? sql`indexed by kept_mails` : sql``
}

function condition(scope: SearchScope, search: MailSearch, each: boolean): RawBuilder<SqlBool> {
  if (isAboutWords(search)) return wordsCondition(scope, search, each)
  const join = (parts: MailSearch[], by: RawBuilder<unknown>) =>
    sql<SqlBool>`(${sql.join(
      parts.map((part) => condition(scope, part, each)),
      by,
    )})`
  switch (search.kind) {
    case 'row':
      return rowCondition(scope.dialect, search.test)
    case 'all':
      return join(search.parts, sql` and `)
    case 'any':
      return join(search.parts, sql` or `)
    case 'not':
      return sql<SqlBool>`not ${condition(scope, search.part, each)}`
  }
}

function wordsCondition(
  { dialect, teamId }: SearchScope,
  search: WordSearch,
  each: boolean,
): RawBuilder<SqlBool> {
  if (dialect.name === 'postgres') {
    return sql<SqlBool>`mails.id in (
      select mail_id from mail_words where words @@ ${tsQuery(teamId, search)}::tsquery)`
  }
  if (!each) {
    return sql<SqlBool>`mails.id in (
      select rowid from mail_words where mail_words match ${ftsQuery(teamId, search)})`
  }
  // Its row has told that the mail is of the team.
  return sql<SqlBool>`exists (
    select 1 from mail_words
    where mail_words match ${ftsQuery(teamId, search, true)} and rowid = mails.id)`
}

function rowCondition(dialect: Dialect, test: RowTest): RawBuilder<SqlBool> {
  if ('is' in test) {
    return test.is === 'unread'
      ? sql<SqlBool>`(mails.read_at is null)`
      : sql<SqlBool>`(mails.flagged_at is not null)`
  }
  if ('column' in test) return sql<SqlBool>`(${sql.ref(`mails.${test.column}`)} >= ${test.atLeast})`
  const like = sql`like ${test.like} escape '\\'`
  if (test.address === 'sender') return sql<SqlBool>`(mails.sender_key ${like})`
  const addresses =
    dialect.name === 'sqlite'
      ? sql`json_each(mails.recipient_keys) as address where address.value`
      : sql`json_array_elements_text(mails.recipient_keys::json) as address where address`
  return sql<SqlBool>`exists (select 1 from ${addresses} ${like})`
}

const isRowTest = (part: MailSearch, is: 'unread' | 'flagged') =>
  part.kind === 'row' && 'is' in part.test && part.test.is === is

function asksForWords(search: MailSearch): boolean {
  if (search.kind === 'words' || search.kind === 'row') return search.kind === 'words'
  if (search.kind === 'not') return asksForWords(search.part)
  return search.parts.some(asksForWords)
}

function isAboutWords(search: MailSearch): search is WordSearch {
  if (search.kind === 'words' || search.kind === 'row') return search.kind === 'words'
  if (search.kind === 'not') return isAboutWords(search.part)
  return search.parts.every(isAboutWords)
}
