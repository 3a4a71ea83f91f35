import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from './database.ts'
import type { MailSearch, RowTest, SearchScope } from './mail-condition.ts'
import { spellOutBeginnings } from './word-beginnings.ts'
import { ftsQuery, tsQuery, type WordSearch } from './search-index.ts'

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
  const spelled = await spellOutBeginnings(scope, search)
  const found = await scope.sql
    .selectFrom(idsOf(scope, spelled, page).as('found'))
    .select('found.id')
    .orderBy('found.id', 'desc')
    .execute()
  return found.map((mail) => mail.id)
}

/** How many are found, at most `limit`; of these, how many are unread. */
export async function countFound(
  scope: SearchScope,
  search: MailSearch,
  page: SearchPage,
): Promise<{ count: number; unread: number }> {
  const spelled = await spellOutBeginnings(scope, search)
  const row = await scope.sql
    .selectFrom(idsOf(scope, spelled, page).as('found'))
    .select((is) => [
      is.fn.countAll<number>().as('count'),
      is.fn.sum<number | null>('found.unread').as('unread'),
    ])
    .executeTakeFirstOrThrow()
  return { count: row.count, unread: row.unread ?? 0 }
}

type Found = { id: number; unread: number }

function idsOf(scope: SearchScope, search: MailSearch, page: SearchPage): RawBuilder<Found> {
  const parts = search.kind === 'all' ? search.parts : [search]
  const words = page.fewRows || scope.dialect === 'postgres' ? [] : parts.filter(isAboutWords)
  const others = parts.filter((part) => !words.includes(part as WordSearch))
  const index = words.length === 0 ? null : ftsQuery(scope.teamId, { kind: 'all', parts: words })
  const id = index === null ? sql.ref('mails.id') : sql.ref('mail_words.rowid')
  const conditions = [
    ...(index === null ? [] : [sql`mail_words match ${index}`]),
    sql`mails.team_id = ${scope.teamId}`,
    sql`mails.trashed_at is null`,
    ...(page.below === undefined ? [] : [sql`${id} < ${page.below}`]),
    ...others.map((part) => condition(scope, part, page.fewRows ?? false)),
  ]
  // A cross join is walked from left to right: the index leads, in its own order. Flagged mail is
  // rare: whether a mail is, its small index tells ten times as quickly as the mail's row.
  const rows = others.some(isFlagged) ? sql`mails indexed by flagged_mails` : sql`mails`
  const from =
    index === null ? sql`mails` : sql`mail_words cross join ${rows} on mails.id = mail_words.rowid`
  return sql<Found>`(
    select mails.id, case when mails.read_at is null then 1 else 0 end as unread
    from ${from} where ${sql.join(conditions, sql` and `)}
    order by ${id} desc limit ${page.limit} offset ${page.offset ?? 0})`
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
  if (dialect === 'postgres') {
    return sql<SqlBool>`mails.id in (
      select mail_id from mail_words where words @@ ${tsQuery(teamId, search)}::tsquery)`
  }
  const match = sql`mail_words match ${ftsQuery(teamId, search)}`
  return each
    ? sql<SqlBool>`exists (select 1 from mail_words where ${match} and rowid = mails.id)`
    : sql<SqlBool>`mails.id in (select rowid from mail_words where ${match})`
}

function rowCondition(dialect: Database['dialect'], test: RowTest): RawBuilder<SqlBool> {
  if ('is' in test) {
    return test.is === 'unread'
      ? sql<SqlBool>`(mails.read_at is null)`
      : sql<SqlBool>`(mails.flagged_at is not null)`
  }
  if ('column' in test) return sql<SqlBool>`(${sql.ref(`mails.${test.column}`)} >= ${test.atLeast})`
  const like = sql`like ${test.like} escape '\\'`
  if (test.address === 'sender') return sql<SqlBool>`(mails.sender_key ${like})`
  const addresses =
    dialect === 'sqlite'
      ? sql`json_each(mails.recipient_keys) as address where address.value`
      : sql`json_array_elements_text(mails.recipient_keys::json) as address where address`
  return sql<SqlBool>`exists (select 1 from ${addresses} ${like})`
}

const isFlagged = (part: MailSearch) =>
  part.kind === 'row' && 'is' in part.test && part.test.is === 'flagged'

function isAboutWords(search: MailSearch): search is WordSearch {
  if (search.kind === 'words' || search.kind === 'row') return search.kind === 'words'
  if (search.kind === 'not') return isAboutWords(search.part)
  return search.parts.every(isAboutWords)
}
