import { sql as rawSql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import { arrivedAt } from '../../db/dialects.ts'
import type { InboxTables } from '../../db/inbox-tables.ts'

export type InboxRow = Selectable<InboxTables['inboxes']>
/** One that has not ended. */
export type LivingInbox = InboxRow & { username: string }

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

export const findInbox = (db: Sql, teamId: number, id: number): Promise<LivingInbox | undefined> =>
  living(db, teamId)
    .selectAll()
    .$narrowType<{ username: string }>()
    .where('id', '=', id)
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
  tx: Tx,
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
export async function inboxByCode(
  db: Sql,
  code: string,
): Promise<{ teamId: number; id: number } | null> {
  const row = await db
    .selectFrom('inboxes')
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .select(['team_id', 'id'])
    .executeTakeFirst()
  return row ? { teamId: row.team_id, id: row.id } : null
}

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

const mostCounted = 10_000

/** How many of the team's newest mails came to each inbox since then. */
export async function mailsSince(
  db: Sql,
  teamId: number,
  since: number,
): Promise<Map<number, number>> {
  const newest = db
    .selectFrom('mails')
    .where('mails.team_id', '=', teamId)
    .where(arrivedAt, '>=', since)
    .where('trashed_at', 'is', null)
    .select('inbox_id')
    .limit(mostCounted)
  const rows = await db
    .selectFrom(newest.as('newest'))
    .groupBy('inbox_id')
    .select((mails) => ['inbox_id', mails.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ inbox_id, count }) => [inbox_id, count]))
}
