import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { inTeam, newestFirst, postgres } from '../../../db/dialects.ts'
import type { Lead } from './search-lead.ts'
import { condition, type PartSpelling } from './condition-store.ts'
import type { MailSearch, WordSearch } from './mail-condition.ts'
import type { SearchScope } from './search-engine.ts'
import type { Found } from './search-spans.ts'

// Conditions on rows of mails on Postgres, where the mails that have words are known by their ids.

export type Asked = {
  scope: Pick<SearchScope, 'sql' | 'teamId' | 'keptRows'>
  conditions: readonly MailSearch[]
  /** The mails that have the words which parts of conditions ask for. */
  words?: ReadonlyMap<WordSearch, readonly number[]>
  withUnread: boolean
}

/** Only mails of smaller and of greater ids. */
export type Bounds = { below?: number | undefined; above?: number | undefined }

type Page = Bounds & { limit: number; offset?: number }

/** Returns which of the mails are kept and meet the conditions. */
export async function findAmong(asked: Asked, ids: readonly number[]): Promise<Found> {
  const known = await asked.scope.keptRows?.among(ids, asked.conditions)
  if (known) return known
  return read(
    asked,
    sql`
      select ${columns(asked)} from unnest(${listOf(ids)}) as wanted (id)
      cross join lateral (${rowOf(asked, sql`wanted.id`)}) as mails`,
  )
}

/** The newest of a team that meet the conditions. */
export function findNewest(
  asked: Asked,
  { below, above, limit, offset = 0 }: Page,
): Promise<Found> {
  const { sql: store, teamId } = asked.scope
  return read(
    asked,
    sql`
      select ${columns(asked)} from mails
      where ${all([inTeam(store, teamId, { below, above }), ...spelled(asked)])}
      and trashed_at is null
      order by ${newestFirst} limit ${limit} offset ${offset}`,
  )
}

/**
 * The same of some inboxes. Written so that the index of each returns its mails in their order, and ends with them: the
 * planner would go through the mail of all teams for an inbox that it knows to be one (`inTeam`).
 */
export function findInInboxes(
  asked: Asked,
  inboxes: readonly string[],
  { below = Number.MAX_SAFE_INTEGER, limit, offset = 0 }: Omit<Page, 'above'>,
): Promise<Found> {
  const conditions = [
    sql`mails.team_id = ${asked.scope.teamId}`,
    sql`mails.inbox_id >= inboxes.id`,
    sql`(mails.inbox_id, mails.id) < (inboxes.id, ${below})`,
    sql`mails.id < ${below}`,
    ...spelled(asked),
  ]
  return read(
    asked,
    sql`
      select mails.* from unnest(${listOf(inboxes)}) as inboxes (id)
      cross join lateral (
        select ${columns(asked)} from mails where ${all(conditions)} and trashed_at is null
        order by mails.inbox_id desc, mails.id desc limit ${limit + offset}
      ) as mails
      order by mails.id desc limit ${limit} offset ${offset}`,
  )
}

/** The same of the mails that have one of the tags, which are gone through in the order of their index. */
export function findTagged(
  asked: Asked,
  { table, keys: [first, ...others] }: Lead,
  { below, above, limit, offset = 0 }: Page,
): Promise<Found> {
  const isTagged =
    others.length === 0 ? sql`key = ${first ?? ''}` : sql`key in (${sql.join([first, ...others])})`
  const conditions = [
    sql`team_id = ${asked.scope.teamId}`,
    isTagged,
    ...(below === undefined ? [] : [sql`mail_id < ${below}`]),
    ...(above === undefined ? [] : [sql`mail_id > ${above}`]),
  ]
  return read(
    asked,
    sql`
      select ${columns(asked)} from (
        select ${others.length === 0 ? sql`` : sql`distinct`} mail_id from ${sql.table(table)}
        where ${all(conditions)} order by mail_id desc
      ) as tagged
      cross join lateral (${rowOf(asked, sql`tagged.mail_id`)}) as mails
      order by tagged.mail_id desc limit ${limit} offset ${offset}`,
  )
}

/** What is not asked for is not read: without it, an index tells that a mail is kept. */
const columns = ({ withUnread }: Asked) =>
  withUnread ? sql`mails.id, mails.read_at is null as unread` : sql`mails.id, false as unread`

/** The row of a mail, if it meets the conditions. An offset keeps the planner from turning the question round. */
const rowOf = (asked: Asked, id: RawBuilder<unknown>) => sql`
  select * from mails
  where id = ${id} and team_id = ${asked.scope.teamId} and trashed_at is null
  and ${all(spelled(asked))} offset 0`

/** Reads two lists: a thousand rows take longer to send and to read. */
async function read({ scope }: Asked, query: RawBuilder<unknown>): Promise<Found> {
  const { rows } = await sql<Found>`
    select coalesce(array_agg(id order by id desc), '{}') as ids,
      coalesce(array_agg(id order by id desc) filter (where unread), '{}') as unread
    from (${query}) as found`.execute(scope.sql)
  return rows[0] ?? { ids: [], unread: [] }
}

/** Passes a text: `pg` takes longer to write a list than Postgres takes to look it up. */
const listOf = (ids: readonly (number | string)[]) => sql`${`{${ids.join()}}`}::bigint[]`

const all = (conditions: RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `)

function spelled({ scope, conditions, words }: Asked): RawBuilder<SqlBool>[] {
  const having = (search: WordSearch) =>
    // Not as a join, which would go through the whole list for each row.
    sql<SqlBool>`(mails.id in (select unnest(${listOf(words?.get(search) ?? [])})) is true)`
  const spelling = { words: having, recipient, part, teamId: scope.teamId }
  return conditions.map((one) => condition(one, spelling))
}

const recipient = sql`json_array_elements_text(mails.recipient_keys::json) as address where address`

const part: PartSpelling = {
  contains: postgres.contains,
  elements: (json, key) =>
    key === undefined
      ? sql`json_array_elements(${json}::json) as list (one)`
      : sql`json_array_elements(${json}::json -> ${sql.lit(key)}) as list (one)`,
  element: (property) =>
    property === undefined ? sql`(one #>> '{}')` : sql`(one ->> ${sql.lit(property)})`,
}
