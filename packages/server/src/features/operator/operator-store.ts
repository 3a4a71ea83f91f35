import { sql } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'

// Accounts and teams as operators see them. Pages go down the primary keys. A search looks at a bounded number of
// rows at a time, so that one that finds little reads no more than one that finds much.

export type Page = { q: string | undefined; cursor: number | undefined; limit: number }

/** Rows that a page of a search looks at. */
const rowsSearched = 20_000

const likeText = (q: string) => `%${q.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`

/** Ignores case. A Postgres of the locale C folds ASCII alone: there other letters match as they are typed. */
const contains = (column: 'users.name' | 'users.email' | 'teams.name', q: string) =>
  sql<boolean>`(lower(${sql.ref(column)}) like ${likeText(q.toLowerCase())} escape '\\'
    or ${sql.ref(column)} like ${likeText(q)} escape '\\')`

const userRows = (db: Sql) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.email', 'users.email_verified_at'])
    .select(['users.operator_at', 'users.disabled_at', 'users.created_at'])
    .select((row) => [
      row
        .selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'users.id')
        .select((of) => of.fn.max('seen_at').as('at'))
        .as('session_seen_at'),
      row
        .selectFrom('familiar_clients')
        .whereRef('familiar_clients.user_id', '=', 'users.id')
        .select((of) => of.fn.max('seen_at').as('at'))
        .as('client_seen_at'),
      row
        .selectFrom('team_members')
        .whereRef('team_members.user_id', '=', 'users.id')
        .select((of) => of.fn.countAll().as('count'))
        .as('teams_count'),
    ])
    .where('users.deleted_at', 'is', null)

export type UserListRow = Awaited<ReturnType<typeof listUserRows>>[number]

/** Lists users below `cursor`, the newest first, and for a search not below `floor`. */
export function listUserRows(db: Sql, { q, cursor, limit, floor }: Page & { floor: number }) {
  return userRows(db)
    .where('users.id', '<', cursor ?? Number.MAX_SAFE_INTEGER)
    .where('users.id', '>=', floor)
    .$if(q !== undefined, (query) =>
      query.where((row) =>
        row.or([contains('users.name', q ?? ''), contains('users.email', q ?? '')]),
      ),
    )
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
}

export const findUserRow = (db: Sql, userId: number) =>
  userRows(db).where('users.id', '=', userId).executeTakeFirst()

/** Where a search that begins below `cursor` has to end; null when it may look at all rows. */
export async function searchFloor(
  db: Sql,
  table: 'users' | 'teams',
  cursor: number | undefined,
): Promise<number | null> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '<', cursor ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .offset(rowsSearched - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export function teamsOfUser(db: Sql, userId: number, limit: number) {
  return db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .where('team_members.user_id', '=', userId)
    .where('teams.deleted_at', 'is', null)
    .select(['teams.id', 'teams.name', 'team_members.role'])
    .orderBy('team_members.team_id')
    .limit(limit)
    .execute()
}

const teamRows = (db: Sql) =>
  db
    .selectFrom('teams')
    .innerJoin('users as owner', 'owner.id', 'teams.owner_id')
    .innerJoin('team_counters as held', 'held.team_id', 'teams.id')
    .leftJoin('team_limits as own', 'own.team_id', 'teams.id')
    .select(['teams.id', 'teams.name', 'teams.type', 'teams.created_at', 'teams.deactivated_at'])
    .select(['owner.id as owner_id', 'owner.name as owner_name', 'owner.email as owner_email'])
    .select(['held.total', 'held.bytes', 'own.max_mails', 'own.max_bytes'])
    .select((row) =>
      row
        .selectFrom('team_members')
        .whereRef('team_members.team_id', '=', 'teams.id')
        .select((of) => of.fn.countAll().as('count'))
        .as('members_count'),
    )
    .where('teams.deleted_at', 'is', null)

export type TeamListRow = Awaited<ReturnType<typeof listTeamRows>>[number]

export function listTeamRows(db: Sql, { q, cursor, limit, floor }: Page & { floor: number }) {
  return teamRows(db)
    .where('teams.id', '<', cursor ?? Number.MAX_SAFE_INTEGER)
    .where('teams.id', '>=', floor)
    .$if(q !== undefined, (query) => query.where(contains('teams.name', q ?? '')))
    .orderBy('teams.id', 'desc')
    .limit(limit)
    .execute()
}

export const findTeam = (db: Sql, teamId: number) =>
  db
    .selectFrom('teams')
    .where('id', '=', teamId)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'type', 'deactivated_at'])
    .executeTakeFirst()

export function findByEmail(db: Sql, key: string) {
  return db
    .selectFrom('users')
    .where('email_key', '=', key)
    .where('deleted_at', 'is', null)
    .select(['id', 'email', 'email_verified_at'])
    .executeTakeFirst()
}

export async function setOperator(tx: Tx, userId: number, at: number | null): Promise<void> {
  await tx.updateTable('users').set({ operator_at: at }).where('id', '=', userId).execute()
}
