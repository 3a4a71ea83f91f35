import type { MemberRole } from '@mailstop/contract'
import type { Sql, Tx } from '../../db/database.ts'

/** The membership of a user in a team; a deleted team has none. */
export function membershipOf(db: Sql, teamId: number, userId: number) {
  return db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .where('team_members.team_id', '=', teamId)
    .where('team_members.user_id', '=', userId)
    .select(['team_members.role', 'teams.type', 'teams.name', 'users.disabled_at'])
    .executeTakeFirst()
}

/** The team of a token that was not revoked; a deleted team has none. */
export function teamOfToken(db: Sql, tokenId: number) {
  return db
    .selectFrom('api_tokens')
    .innerJoin('teams', 'teams.id', 'api_tokens.team_id')
    .where('api_tokens.id', '=', tokenId)
    .where('api_tokens.revoked_at', 'is', null)
    .where('teams.deleted_at', 'is', null)
    .select(['teams.id', 'teams.name'])
    .executeTakeFirst()
}

/** The owner, then the others by name. */
export function membersOf(db: Sql, teamId: number) {
  return db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .where('team_members.team_id', '=', teamId)
    .select(['users.id', 'users.name', 'users.email', 'team_members.role'])
    .select(['team_members.vouched_at', 'users.email_verified_at'])
    .orderBy('team_members.role', 'desc')
    .orderBy('users.name')
    .orderBy('users.id')
    .execute()
}

type NewMember = { team_id: number; user_id: number; created_at: number }

/** A member stays as it is, but that it is not only by a group any more. */
export async function insertMember(
  tx: Tx,
  member: NewMember & { vouched_at: number | null },
): Promise<void> {
  await tx
    .insertInto('team_members')
    .values({ ...member, role: 'member' })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'user_id']).doUpdateSet({ from_group_at: null }),
    )
    .execute()
}

/** False when the user is a member already. */
export async function insertMemberOfGroup(tx: Tx, member: NewMember): Promise<boolean> {
  const added = await tx
    .insertInto('team_members')
    .values({ ...member, role: 'member', from_group_at: member.created_at })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return added !== undefined
}

/** Lists the teams in which only groups make the user a member. Who owns one by now has it from a person. */
export async function teamsOfGroups(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('team_members')
    .where('user_id', '=', userId)
    .where('from_group_at', 'is not', null)
    .where('role', '=', 'member')
    .select('team_id')
    .execute()
  return rows.map(({ team_id }) => team_id)
}

/** False when the user is no member. */
export async function setRole(
  tx: Tx,
  teamId: number,
  userId: number,
  role: MemberRole,
): Promise<boolean> {
  const changed = await tx
    .updateTable('team_members')
    .set({ role })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return changed !== undefined
}
export async function deleteMember(tx: Tx, teamId: number, userId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Ends all memberships of a team; returns the ids of the users. */
export function deleteMembersOf(tx: Tx, teamId: number) {
  return tx
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .returning(['team_id', 'user_id'])
    .execute()
}

/** Ends all of a user's memberships; returns the ids of the teams. */
export function leaveTeams(tx: Tx, userId: number) {
  return tx
    .deleteFrom('team_members')
    .where('user_id', '=', userId)
    .returning(['team_id', 'user_id'])
    .execute()
}

/** Empty where there is no such account. */
export async function nameOfUser(db: Sql, userId: number): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? ''
}
