import { limits, type Member } from '@mailstop/contract'
import type { TeamRequest, UserActor, UserRequest } from '../../actor.ts'
import type { Tx, Work } from '../../db/database.ts'
import { lockTeam, lockUser } from '../../db/locks.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { ApiTokens } from '../api-tokens/api-tokens.ts'
import type { SmtpCredentials } from '../inboxes/smtp-credentials.ts'
import {
  deleteMember,
  insertMember,
  insertMemberOfGroup,
  membersOf,
  nameOfUser,
  setRole,
  teamsOfGroups,
} from './member-store.ts'
import { permit } from './team-access.ts'
import { countOwned, setTeam } from './team-store.ts'

/**
 * Checks a user's password, and refuses as a problem of that field. Call the returned function in the transaction
 * that follows: it locks the account, and refuses when the password has changed meanwhile.
 */
export type RequirePassword = (
  actor: UserActor,
  password: string,
  field: 'password',
) => Promise<(tx: Tx) => Promise<unknown>>

type MembersDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  requirePassword: RequirePassword
  credentials: Pick<SmtpCredentials, 'replace'>
  tokens: Pick<ApiTokens, 'revoke'>
}

/**
 * The members of a team. Every change holds the team for its transaction and asks for the permission there, so that
 * each of several changes at once sees what the one before left.
 */
export function createTeamMembers(deps: MembersDeps) {
  const { db, events, requirePassword, credentials, tokens, now } = deps

  async function list(request: TeamRequest<'read_team'>): Promise<Member[]> {
    await permit(db.sql, request)
    const rows = await membersOf(db.sql, request.teamId)
    return rows.map(({ vouched_at, email_verified_at, ...row }) => ({
      ...row,
      avatar: null,
      vouched: vouched_at !== null && email_verified_at === null,
    }))
  }

  async function end(
    [tx, afterCommit]: Work,
    teamId: number,
    userId: number,
    by: number,
  ): Promise<void> {
    if (!(await endIfThere([tx, afterCommit], teamId, userId, by))) throw notFound()
  }

  async function endIfThere(
    [tx, afterCommit]: Work,
    teamId: number,
    userId: number,
    by: number,
  ): Promise<boolean> {
    const name = await nameOfUser(tx, userId)
    const isEnded = await deleteMember(tx, teamId, userId)
    if (isEnded) {
      afterCommit(() => {
        events.emit('membershipEnded', { teamId, userId })
        events.emit('teamOutdated', { teamId, userId: by, part: 'members' })
        events.emit('happened', { teamId, event: 'member.left', data: { member: name } })
      })
    }
    return isEnded
  }

  /**
   * `rotate` replaces the SMTP credentials, and `revoke` ends the tokens that the member made, together with the
   * membership, or nothing changes.
   */
  async function remove(
    request: UserRequest<'remove_members'>,
    memberId: number,
    { rotate = false, revoke = false } = {},
  ): Promise<void> {
    const { teamId } = request
    const { userId } = request.actor
    await db.transaction(async (tx, afterCommit) => {
      await lockTeam(tx, teamId)
      await permit(tx, request)
      if (memberId === userId) throw conflict('You own this team. Hand it over or delete it.')
      await end([tx, afterCommit], teamId, memberId, userId)
      if (revoke) await tokens.revoke([tx, afterCommit], { teamId, createdBy: memberId }, userId)
      if (!rotate) return
      const rotation = { ...request, action: 'rotate_credentials' } as const
      await permit(tx, rotation)
      await credentials.replace([tx, afterCommit], rotation)
    })
  }

  /** Ends the membership, and with `revoke` the tokens that the member made. */
  async function leave(request: UserRequest<'leave'>, { revoke = false } = {}): Promise<void> {
    const { teamId } = request
    const { userId } = request.actor
    await db.transaction(async (tx, afterCommit) => {
      await lockTeam(tx, teamId)
      await permit(tx, request)
      await end([tx, afterCommit], teamId, userId, userId)
      if (revoke) await tokens.revoke([tx, afterCommit], { teamId, createdBy: userId }, userId)
    })
  }

  async function handOver(
    request: UserRequest<'hand_over'>,
    to: number,
    password: string,
  ): Promise<void> {
    const { actor, teamId } = request
    const { userId } = actor
    await permit(db.sql, request)
    const holdConfirmed = await requirePassword(actor, password, 'password')
    await db.transaction(async (tx, afterCommit) => {
      // Locks both accounts and the team, in an order that avoids a deadlock of two transfers to each other.
      if (to < userId) await lockUser(tx, { id: to })
      await holdConfirmed(tx)
      if (to > userId) await lockUser(tx, { id: to })
      await lockTeam(tx, teamId)
      await permit(tx, request)
      const isAnother = to !== userId && (await setRole(tx, teamId, to, 'owner'))
      if (!isAnother) throw invalid({ user: ['Choose another member of this team.'] })
      const member = (await membersOf(tx, teamId)).find(({ id }) => id === to)
      if (!member?.email_verified_at) {
        throw invalid({ user: ['Their email address is not verified yet.'] })
      }
      if ((await countOwned(tx, to)) >= limits.teamsOwned) {
        throw invalid({ user: [`They already own ${limits.teamsOwned} teams.`] })
      }
      await setRole(tx, teamId, userId, 'member')
      await setTeam(tx, teamId, { owner_id: to })
      afterCommit(() => {
        events.emit('teamOutdated', { teamId, userId, part: 'team' })
        events.emit('teamOutdated', { teamId, userId, part: 'members' })
      })
    })
  }

  /**
   * Makes an account a member, in the transaction that settles that it may be; a member stays as it is. With
   * `vouchedAt`, the owner vouches for an address that is not proven. `settle` is asked once account and team are
   * held. False when it says so, or when one of the two is gone.
   */
  async function join(
    [tx, afterCommit]: Work,
    {
      userId,
      teamId,
      vouchedAt = null,
    }: { userId: number; teamId: number; vouchedAt?: number | null },
    settle: () => Promise<boolean>,
  ): Promise<boolean> {
    const areHeld = (await lockUser(tx, { id: userId })) && (await lockTeam(tx, teamId))
    if (!areHeld || !(await settle())) return false
    await insertMember(tx, {
      team_id: teamId,
      user_id: userId,
      created_at: now(),
      vouched_at: vouchedAt,
    })
    await tellOfNew([tx, afterCommit], teamId, userId)
    return true
  }

  /**
   * Makes a user a member of these teams, and ends what groups gave and do not give any more, in a transaction that
   * holds the account. Memberships by hand stay.
   */
  async function followGroups(
    [tx, afterCommit]: Work,
    userId: number,
    teamIds: readonly number[],
  ): Promise<void> {
    const given = await teamsOfGroups(tx, userId)
    for (const teamId of [...new Set([...given, ...teamIds])].toSorted((a, b) => a - b)) {
      if (!(await lockTeam(tx, teamId))) continue
      if (!teamIds.includes(teamId)) await endIfThere([tx, afterCommit], teamId, userId, userId)
      else if (
        await insertMemberOfGroup(tx, { team_id: teamId, user_id: userId, created_at: now() })
      ) {
        await tellOfNew([tx, afterCommit], teamId, userId)
      }
    }
  }

  async function tellOfNew([tx, afterCommit]: Work, teamId: number, userId: number): Promise<void> {
    const data = { member: await nameOfUser(tx, userId) }
    afterCommit(() => {
      events.emit('teamOutdated', { teamId, userId, part: 'members' })
      events.emit('happened', { teamId, event: 'member.joined', data })
    })
  }

  return { list, remove, leave, handOver, join, followGroups }
}
