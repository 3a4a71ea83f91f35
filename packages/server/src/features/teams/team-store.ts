import type { Insertable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { newTeamCode } from '../../lib/team-code.ts'
import { firstInbox } from '../../lib/first-inbox.ts'

export type MembershipRow = Awaited<ReturnType<typeof teamsOf>>[number]

export function teamsOf(db: Sql, userId: number, teamId?: number) {
  return db
    .selectFrom('team_members as membership')
    .innerJoin('teams', 'teams.id', 'membership.team_id')
    .innerJoin('users as owner', 'owner.id', 'teams.owner_id')
    .innerJoin('inboxes as smtp', (join) =>
      join.onRef('smtp.team_id', '=', 'teams.id').on('smtp.id', '=', firstInbox),
    )
    .where('membership.user_id', '=', userId)
    .$if(teamId !== undefined, (query) => query.where('teams.id', '=', teamId ?? 0))
    .select((eb) => [
      'teams.id',
      'teams.name',
      'teams.code',
      'teams.type',
      'teams.plan',
      'teams.deactivated_at',
      'membership.role',
      'owner.id as owner_id',
      'owner.name as owner_name',
      'smtp.username',
      'smtp.password_sealed',
      eb
        .selectFrom('team_members as members')
        .whereRef('members.team_id', '=', 'teams.id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('members_count'),
    ])
    .$narrowType<{ username: string }>()
    .orderBy('teams.created_at')
    .orderBy('teams.id')
    .execute()
}

/**
 * Lists teams that were not deleted, with their owner and what they hold; with `named`, only the teams of that id or
 * name.
 */
export function allTeams(db: Sql, named?: string) {
  const id = /^\d{1,15}$/.test(named ?? '') ? Number(named) : 0
  return db
    .selectFrom('teams')
    .innerJoin('users as owner', 'owner.id', 'teams.owner_id')
    .innerJoin('team_counters as counters', 'counters.team_id', 'teams.id')
    .where('teams.deleted_at', 'is', null)
    .$if(named !== undefined, (query) =>
      query.where((row) => row.or([row('teams.id', '=', id), row('teams.name', '=', named ?? '')])),
    )
    .select((eb) => [
      'teams.id',
      'teams.name',
      'teams.type',
      'teams.owner_id',
      'owner.email as owner',
      'counters.total as mails',
      eb
        .selectFrom('team_members as members')
        .whereRef('members.team_id', '=', 'teams.id')
        .select((count) => eb.cast<number>(count.fn.countAll(), 'integer').as('count'))
        .as('members'),
    ])
    .orderBy('teams.id')
    .execute()
}

type NewTeam = Omit<Insertable<Schema['teams']>, 'code'>

/** Creates a team with its owner as the first member, and empty counters; returns its id. */
export async function insertTeam(tx: Tx, team: NewTeam): Promise<number> {
  const id = await insertWithCode(tx, team)
  await tx
    .insertInto('team_members')
    .values({ team_id: id, user_id: team.owner_id, role: 'owner', created_at: team.created_at })
    .execute()
  await tx
    .insertInto('team_counters')
    .values({ team_id: id, total: 0, unread: 0, flagged: 0 })
    .execute()
  return id
}

/** If another team has the code, which is very unlikely, this one gets another. */
async function insertWithCode(tx: Tx, team: NewTeam): Promise<number> {
  const row = await tx
    .insertInto('teams')
    .values({ ...team, code: newTeamCode() })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? insertWithCode(tx, team)
}

/** The id of the team that catches mail by this code; a suspended one too. */
export async function teamIdByCode(db: Sql, code: string): Promise<number | null> {
  const row = await db
    .selectFrom('teams')
    .where('code', '=', code)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export function namesOfTeam(db: Sql, teamId: number) {
  return db
    .selectFrom('teams')
    .where('id', '=', teamId)
    .where('deleted_at', 'is', null)
    .select(['code', 'name'])
    .executeTakeFirst()
}

export async function isActiveTeam(db: Sql, teamId: number): Promise<boolean> {
  const row = await db
    .selectFrom('teams')
    .where('id', '=', teamId)
    .where('deactivated_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The id of the only team; null where there are several, or none. */
export async function onlyTeam(db: Sql): Promise<number | null> {
  const rows = await db
    .selectFrom('teams')
    .where('deactivated_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(2)
    .execute()
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

export async function setTeam(
  tx: Tx,
  teamId: number,
  changes: {
    name?: string
    owner_id?: number
    deleted_at?: number
    deactivated_at?: number | null
  },
): Promise<void> {
  await tx.updateTable('teams').set(changes).where('id', '=', teamId).execute()
}

export function ownedTeams(db: Sql, ownerId: number) {
  return db
    .selectFrom('teams')
    .where('owner_id', '=', ownerId)
    .select(['id', 'name', 'type', 'deleted_at'])
    .orderBy('id')
    .execute()
}

/** How many teams a user has made or been given. */
export async function countOwned(tx: Tx, ownerId: number): Promise<number> {
  const owned = await ownedTeams(tx, ownerId)
  return owned.filter(({ type, deleted_at }) => type === 'shared' && deleted_at === null).length
}

/** The teams of a user, in the order in which several teams are locked. */
export async function teamIdsOf(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('team_members')
    .where('user_id', '=', userId)
    .select('team_id')
    .orderBy('team_id')
    .execute()
  return rows.map(({ team_id }) => team_id)
}

export function deletedTeams(db: Sql): Promise<{ id: number; deleted_at: number | null }[]> {
  return db
    .selectFrom('teams')
    .where('deleted_at', 'is not', null)
    .select(['id', 'deleted_at'])
    .orderBy('deleted_at')
    .execute()
}

/** Whatever still belongs to the team goes with it. */
export async function deleteTeam(db: Sql, teamId: number): Promise<void> {
  await db.deleteFrom('teams').where('id', '=', teamId).execute()
}
