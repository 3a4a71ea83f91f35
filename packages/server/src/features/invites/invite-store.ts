import type { Insertable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { InviteRow, Schema } from '../../db/schema.ts'

export function invitesOf(db: Sql, teamId: number): Promise<InviteRow[]> {
  return db
    .selectFrom('team_invites')
    .where('team_id', '=', teamId)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function insertInvite(
  tx: Tx,
  invite: Insertable<Schema['team_invites']>,
): Promise<InviteRow> {
  return tx.insertInto('team_invites').values(invite).returningAll().executeTakeFirstOrThrow()
}

/** Replaces the mailed token; undefined when the team has no such invitation. */
export function renewInvite(
  tx: Tx,
  { teamId, inviteId }: { teamId: number; inviteId: number },
  token: Pick<InviteRow, 'token_hash' | 'expires_at' | 'was_relayed'>,
): Promise<InviteRow | undefined> {
  return tx
    .updateTable('team_invites')
    .set({ ...token, accepted_at: null, link_hash: null, link_copied_at: null })
    .where('id', '=', inviteId)
    .where('team_id', '=', teamId)
    .returningAll()
    .executeTakeFirst()
}

type Changed = Pick<InviteRow, 'link_hash' | 'link_copied_at' | 'accepted_at'>

/** False when the invitation was sent again or deleted meanwhile. */
export async function changeInvite(
  tx: Tx,
  { id, token_hash }: Pick<InviteRow, 'id' | 'token_hash'>,
  columns: Partial<Changed>,
): Promise<boolean> {
  const changed = await tx
    .updateTable('team_invites')
    .set(columns)
    .where('id', '=', id)
    .where('token_hash', '=', token_hash)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Whether the address of an account has been proven, rather than vouched for. */
export async function isProven(db: Sql, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteInvite(tx: Tx, teamId: number, inviteId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('team_invites')
    .where('id', '=', inviteId)
    .where('team_id', '=', teamId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Uses an invitation up, unless it was sent again meanwhile. Only one of two calls at once returns true. */
export async function takeInvite(
  tx: Tx,
  { id, team_id, token_hash, link_hash, expires_at }: InviteRow,
  userId: number,
): Promise<boolean> {
  const taken = await tx
    .deleteFrom('team_invites')
    .where('id', '=', id)
    .where('token_hash', '=', token_hash)
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) return false
  const used = { team_id, user_id: userId, expires_at }
  const links = link_hash === null ? [token_hash] : [token_hash, link_hash]
  await tx
    .insertInto('used_invites')
    .values(links.map((hash) => ({ token_hash: hash, ...used })))
    .execute()
  return true
}

/** The user who used up an invitation, if they are still a member of its team. */
export function usedInvite(db: Sql, tokenHash: string) {
  return db
    .selectFrom('used_invites as used')
    .innerJoin('teams', 'teams.id', 'used.team_id')
    .innerJoin('users as owner', 'owner.id', 'teams.owner_id')
    .innerJoin('users as member', 'member.id', 'used.user_id')
    .innerJoin('team_members', (join) =>
      join
        .onRef('team_members.team_id', '=', 'used.team_id')
        .onRef('team_members.user_id', '=', 'used.user_id'),
    )
    .where('used.token_hash', '=', tokenHash)
    .where('teams.deleted_at', 'is', null)
    .select(['used.user_id', 'used.team_id', 'used.expires_at', 'member.email'])
    .select(['teams.name as team_name', 'owner.name as team_owner'])
    .executeTakeFirst()
}

/** Finds an invite by the mailed or the copied link, with its team and the team's owner; none of a deleted team. */
export function inviteByToken(db: Sql, tokenHash: string) {
  return db
    .selectFrom('team_invites as invite')
    .innerJoin('teams', 'teams.id', 'invite.team_id')
    .innerJoin('users as owner', 'owner.id', 'teams.owner_id')
    .where(({ or, eb }) =>
      or([eb('invite.token_hash', '=', tokenHash), eb('invite.link_hash', '=', tokenHash)]),
    )
    .where('teams.deleted_at', 'is', null)
    .selectAll('invite')
    .select(['teams.name as team_name', 'owner.name as team_owner'])
    .executeTakeFirst()
}

/** Lists invitations whose links were followed and that wait for this account to prove its address. */
export function acceptedInvitesOf(db: Sql, userId: number, now: number): Promise<InviteRow[]> {
  return db
    .selectFrom('team_invites as invite')
    .innerJoin('users', 'users.email_key', 'invite.email_key')
    .where('users.id', '=', userId)
    .where('users.email_verified_at', 'is not', null)
    .where('invite.accepted_at', 'is not', null)
    .where('invite.expires_at', '>', now)
    .selectAll('invite')
    .orderBy('invite.id')
    .execute()
}

/** The names of the teams that wait for the holder of an address, oldest invitation first. */
export async function teamsInviting(db: Sql, emailKey: string, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('team_invites as invite')
    .innerJoin('teams', 'teams.id', 'invite.team_id')
    .where('invite.email_key', '=', emailKey)
    .where('invite.expires_at', '>', now)
    .where('teams.deleted_at', 'is', null)
    .select('teams.name')
    .orderBy('invite.id')
    .execute()
  return rows.map(({ name }) => name)
}

/** Whether an account with this address belongs to the team. */
export async function isMemberAddress(db: Sql, teamId: number, emailKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .where('team_members.team_id', '=', teamId)
    .where('users.email_key', '=', emailKey)
    .select('users.id')
    .executeTakeFirst()
  return row !== undefined
}

export async function nameOfUser(db: Sql, userId: number): Promise<string> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('name')
    .executeTakeFirst()
  return row?.name ?? ''
}

export async function deleteExpiredInvites(db: Sql, before: number): Promise<void> {
  await db.deleteFrom('team_invites').where('expires_at', '<', before).execute()
  await db.deleteFrom('used_invites').where('expires_at', '<', before).execute()
}

export async function deleteInvitesOf(tx: Tx, teamId: number): Promise<void> {
  await tx.deleteFrom('team_invites').where('team_id', '=', teamId).execute()
  await tx.deleteFrom('used_invites').where('team_id', '=', teamId).execute()
}
