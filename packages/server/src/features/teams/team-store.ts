import type { Insertable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { Role } from './team-rules.ts'

export type MembershipRow = Awaited<ReturnType<typeof teamsOf>>[number]

/** Teams a user belongs to, oldest first, each with its credentials and number of members. */
export function teamsOf(db: Sql, userId: number) {
  return db
    .selectFrom('team_members as membership')
    .innerJoin('teams', 'teams.id', 'membership.team_id')
    .innerJoin('smtp_credentials as smtp', 'smtp.team_id', 'teams.id')
    .where('membership.user_id', '=', userId)
    .select((eb) => [
      'teams.id',
      'teams.name',
      'teams.type',
      'teams.plan',
      'teams.deactivated_at',
      'smtp.username',
      'smtp.password_sealed',
      eb
        .selectFrom('team_members as members')
        .whereRef('members.team_id', '=', 'teams.id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('members_count'),
    ])
    .orderBy('teams.created_at')
    .orderBy('teams.id')
    .execute()
}

export async function roleOf(db: Sql, teamId: number, userId: number): Promise<Role | null> {
  const row = await db
    .selectFrom('team_members')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .select('role')
    .executeTakeFirst()
  return row?.role ?? null
}

/** A team with its owner as the first member, and empty counters; gives its id. */
export async function insertTeam(tx: Tx, team: Insertable<Schema['teams']>): Promise<number> {
  const { id } = await tx.insertInto('teams').values(team).returning('id').executeTakeFirstOrThrow()
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

/** The teams that a user owns, with the username that their credentials go by. */
export function ownedTeams(db: Sql, ownerId: number) {
  return db
    .selectFrom('teams')
    .innerJoin('smtp_credentials', 'smtp_credentials.team_id', 'teams.id')
    .where('teams.owner_id', '=', ownerId)
    .select(['teams.id', 'teams.name', 'teams.type', 'smtp_credentials.username'])
    .orderBy('teams.id')
    .execute()
}

/** Members, credentials, counters and mail go with the team. */
export async function deleteTeam(db: Sql, teamId: number): Promise<void> {
  await db.deleteFrom('teams').where('id', '=', teamId).execute()
}

/** Ends all of a user's memberships; gives the teams. */
export async function leaveTeams(db: Sql, userId: number): Promise<number[]> {
  const left = await db
    .deleteFrom('team_members')
    .where('user_id', '=', userId)
    .returning('team_id')
    .execute()
  return left.map((row) => row.team_id)
}

export async function insertCredentials(
  tx: Tx,
  credentials: Insertable<Schema['smtp_credentials']>,
): Promise<void> {
  await tx.insertInto('smtp_credentials').values(credentials).execute()
}

/** The one lookup that starts from a username: it is what selects the team. */
/** One team's credentials, whichever. */
export async function anyCredentials(db: Sql) {
  return db
    .selectFrom('smtp_credentials')
    .select(['username', 'password_sealed'])
    .limit(1)
    .executeTakeFirst()
}

export async function activeCredentials(db: Sql, username: string) {
  return db
    .selectFrom('smtp_credentials')
    .innerJoin('teams', 'teams.id', 'smtp_credentials.team_id')
    .where('smtp_credentials.username', '=', username)
    .where('teams.deactivated_at', 'is', null)
    .select(['smtp_credentials.team_id', 'smtp_credentials.password_sealed'])
    .executeTakeFirst()
}
