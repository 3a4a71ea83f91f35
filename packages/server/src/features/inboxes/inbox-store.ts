import { limits } from '@mailstop/contract'
import { sql as rawSql } from 'kysely'
import type { Insertable, RawBuilder, Selectable, SqlBool, Updateable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import { arrivedAt } from '../../db/dialects.ts'
import type { InboxTables } from '../../db/tables/inbox-tables.ts'

export { findInbox, type LivingInbox } from '../../db/known-inbox.ts'
export type InboxRow = Selectable<InboxTables['inboxes']>

const living = (db: Sql, teamId: number) =>
  db.selectFrom('inboxes').where('inboxes.team_id', '=', teamId).where('ended_at', 'is', null)

/** Lists them in their order, each with the name of the account that made it. */
export function listInboxRows(db: Sql, teamId: number) {
  return living(db, teamId)
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'inboxes.created_by').on('users.deleted_at', 'is', null),
    )
    .selectAll('inboxes')
    .select('users.name as creator_name')
    .$narrowType<{ username: string }>()
    .orderBy('position')
    .orderBy('inboxes.id')
    .execute()
}
export type ListedInbox = Awaited<ReturnType<typeof listInboxRows>>[number]

/** `key` is the name in lower case. */
export const findInboxNamed = (db: Sql, teamId: number, key: string) =>
  living(db, teamId)
    .selectAll()
    .$narrowType<{ username: string }>()
    .where('name_key', '=', key)
    .executeTakeFirst()

/** The team must be held. */
export async function nextInboxId(tx: Tx, teamId: number): Promise<number> {
  const { last_inbox } = await tx
    .updateTable('teams')
    .set((team) => ({ last_inbox: team('last_inbox', '+', 1) }))
    .where('id', '=', teamId)
    .returning('last_inbox')
    .executeTakeFirstOrThrow()
  return last_inbox
}

export async function insertInbox(
  tx: Tx,
  inbox: Insertable<InboxTables['inboxes']>,
): Promise<void> {
  await tx.insertInto('inboxes').values(inbox).execute()
}

export async function updateInboxRow(
  tx: Sql,
  teamId: number,
  id: number,
  changes: Updateable<InboxTables['inboxes']>,
): Promise<void> {
  // A move alone changes no column here.
  if (Object.keys(changes).length === 0) return
  await tx
    .updateTable('inboxes')
    .set(changes)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute()
}

/** All inboxes of a team that is deleted. Returns the usernames that ended. */
export async function deleteInboxes(tx: Tx, teamId: number): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('inboxes')
    .where('team_id', '=', teamId)
    .returning('username')
    .execute()
  return deleted.flatMap(({ username }) => username ?? [])
}

export function anyCredentials(db: Sql) {
  return db
    .selectFrom('inboxes')
    .select(['username', 'password_sealed'])
    .$narrowType<{ username: string }>()
    .where('username', 'is not', null)
    .limit(1)
    .executeTakeFirst()
}

/** The only lookup by username: it selects the inbox, and so the team. */
export function inboxByUsername(db: Sql, username: string) {
  return db
    .selectFrom('inboxes')
    .innerJoin('teams', 'teams.id', 'inboxes.team_id')
    .where('inboxes.username', '=', username)
    .selectAll('inboxes')
    .select('teams.owner_id')
    .executeTakeFirst()
}

/** Null: no inbox but the first of a team has the code. */
export const inboxByCode = (db: Sql, code: string): Promise<InboxRow | undefined> =>
  db
    .selectFrom('inboxes')
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .selectAll()
    .executeTakeFirst()

/** Returns which of these teams have inboxes, whose credentials are all older than `before`. */
export async function teamsWithOlderCredentials(
  db: Sql,
  teamIds: number[],
  before: number,
): Promise<number[]> {
  if (teamIds.length === 0) return []
  const rows = await db
    .selectFrom('inboxes')
    .where('team_id', 'in', teamIds)
    .groupBy('team_id')
    .having(rawSql<number>`max(credentials_at)`, '<', before)
    .select('team_id')
    .execute()
  return rows.map((row) => row.team_id)
}

type Use = { teamId: number; inbox: number; at: number }

/** Puts ends off, and brings none nearer that was set since the use. Writes nothing of a use that another process has passed. */
export async function writeInboxUse(tx: Tx, uses: readonly Use[]): Promise<void> {
  for (const { teamId, inbox, at } of uses) {
    await tx
      .updateTable('inboxes')
      .set((row) => ({
        last_used_at: at,
        // Null is compared with nothing and stays: it does not end by itself, or is archived.
        expires_at: rawSql<number>`case when ${at} + ${row.ref('lives_ms')} > expires_at
          then ${at} + ${row.ref('lives_ms')} else expires_at end`,
      }))
      .where('team_id', '=', teamId)
      .where('id', '=', inbox)
      .where('ended_at', 'is', null)
      .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', at)]))
      .execute()
  }
}

/** A row in the order in which a sweep goes through them. */
export type SweptInbox = { at: number; team_id: number; id: number }

/** What a sweep takes next, behind the last one that it took: so one that fails keeps none behind it from its turn. */
type Swept = { before: number; after: SweptInbox | undefined; limit: number }

/** Says that a row comes behind the last one. */
const isBehind = (column: string, after: SweptInbox | undefined) =>
  after === undefined
    ? rawSql<SqlBool>`true`
    : rawSql<SqlBool>`(${rawSql.ref(column)}, inboxes.team_id, inboxes.id) > (${after.at}, ${after.team_id}, ${after.id})`

/** Returns inboxes whose end has come, or those that have ended and may still have mail; the one that is due longest first. */
export const listDueInboxes = (
  db: Sql,
  { hasEnded, before, after, limit }: Swept & { hasEnded: boolean },
) =>
  db
    .selectFrom('inboxes')
    .where('expires_at', '<=', before)
    .where('ended_at', hasEnded ? 'is not' : 'is', null)
    .where(isBehind('expires_at', after))
    .select(['expires_at as at', 'team_id', 'id', 'ended_at', 'cleared_at'])
    .$narrowType<{ at: number }>()
    .orderBy('expires_at')
    .orderBy('team_id')
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Counts, up to `most`, the inboxes that have ended and wait for the sweep, in all teams of the person who owns this one.
 * Found by their ends, which come until then: the rows of that person may be many more.
 */
export async function countEnding(
  db: Sql,
  teamId: number,
  { until, most }: { until: number; most: number },
): Promise<number> {
  const ownerOf = (team: RawBuilder<number>) =>
    rawSql<number>`(select owner_id from teams where id = ${team})`
  const ending = db
    .selectFrom('inboxes')
    .where('expires_at', '<=', until)
    // The plus keeps other indexes out.
    .where(rawSql<number>`+ended_at`, 'is not', null)
    .where(ownerOf(rawSql`+inboxes.team_id`), '=', ownerOf(rawSql`${teamId}`))
    .select('id')
    .limit(most)
  const { count } = await db
    .selectFrom(ending.as('ending'))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the inboxes of all teams, and those of them that are archived. */
export async function countLivingInboxes(db: Sql): Promise<{ all: number; archived: number }> {
  const { all, archived } = await db
    .selectFrom('inboxes')
    .where('ended_at', 'is', null)
    .select((row) => [
      row.fn.countAll<number | string>().as('all'),
      row.fn.count<number | string>('archived_at').as('archived'),
    ])
    .executeTakeFirstOrThrow()
  return { all: Number(all), archived: Number(archived) }
}

/** Trash that is larger is not searched; it gets smaller. */
const mostTrash = 100_000

/** Looks at inboxes that ended before `before` and have no mail; `gone` are those without mail that can be restored. */
export async function listInboxesWithoutMail(db: Sql, { before, after, limit }: Swept) {
  const ended = await db
    .selectFrom('inboxes')
    .leftJoin('team_counters as held', 'held.team_id', 'inboxes.team_id')
    .where('ended_at', '<', before)
    .where('expires_at', 'is', null)
    .where(isBehind('ended_at', after))
    .where((row) => row(row.fn.coalesce('held.trashed', row.lit(0)), '<=', mostTrash))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('mails')
            .whereRef('mails.team_id', '=', 'inboxes.team_id')
            .whereRef('mails.inbox_id', '=', 'inboxes.id')
            .where('mails.trashed_at', 'is', null)
            .select('mails.id'),
        ),
      ),
    )
    .select(['ended_at as at', 'inboxes.team_id', 'inboxes.id'])
    .$narrowType<{ at: number }>()
    .orderBy('ended_at')
    .orderBy('inboxes.team_id')
    .orderBy('inboxes.id')
    .limit(limit)
    .execute()
  if (ended.length === 0) return { seen: [], gone: [] }
  // No index has the trash of an inbox: that of each team is read once, however many of its inboxes ended.
  const teams = [...new Set(ended.map(({ team_id }) => team_id))]
  const inTrash = await db
    .selectFrom('mails')
    .where('team_id', 'in', teams)
    .where('trashed_at', '>', 0)
    .select(['team_id', 'inbox_id as id'])
    .distinct()
    .execute()
  const keyOf = ({ team_id, id }: Pick<InboxRow, 'team_id' | 'id'>) => `${team_id} ${id}`
  const restorable = new Set(inTrash.map(keyOf))
  return { seen: ended, gone: ended.filter((inbox) => !restorable.has(keyOf(inbox))) }
}

export async function deleteInbox(
  db: Sql,
  { team_id, id }: Pick<InboxRow, 'team_id' | 'id'>,
): Promise<void> {
  await db
    .deleteFrom('inboxes')
    .where('team_id', '=', team_id)
    .where('id', '=', id)
    .where('ended_at', 'is not', null)
    .execute()
}

/** No id is greater. */
const lastId = Number.MAX_SAFE_INTEGER

/**
 * How many mails came to each inbox since then, counted up to a bound. Ids grow with arrival, but for the clocks of several
 * processes: they are found from the first of the team that came then, since no index has the arrivals of an inbox.
 */
export async function mailsSince(
  db: Sql,
  teamId: number,
  { since, most = limits.dayCounted }: { since: number; most?: number },
): Promise<Map<number, number>> {
  const first = await db
    .selectFrom('mails')
    .where('team_id', '=', teamId)
    .where(arrivedAt, '>=', since)
    .select('id')
    .orderBy(arrivedAt)
    .limit(1)
    .executeTakeFirst()
  if (!first) return new Map()
  // The pairs, and the plus, are for Postgres: it takes the index of inboxes, in its order up to the bound. By arrival it
  // would go through all mail of the day for each of them.
  const rows = await living(db, teamId)
    .select((inbox) => {
      const newest = inbox
        .selectFrom('mails')
        .where('mails.team_id', '=', teamId)
        .whereRef('mails.inbox_id', '=', 'inboxes.id')
        .where(rawSql<SqlBool>`(mails.inbox_id, mails.id) >= (inboxes.id, ${first.id})`)
        .where(rawSql<SqlBool>`(mails.inbox_id, mails.id) <= (inboxes.id, ${lastId})`)
        .where('mails.id', '>=', first.id)
        .where(rawSql<number>`+${arrivedAt}`, '>=', since)
        .where('mails.trashed_at', 'is', null)
        .select('mails.id')
        .orderBy('mails.inbox_id')
        .orderBy('mails.id')
        .limit(most)
      const count = inbox
        .selectFrom(newest.as('newest'))
        .select((mails) => mails.fn.countAll<number | string>().as('count'))
      return ['inboxes.id', count.as('count')]
    })
    .execute()
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}
