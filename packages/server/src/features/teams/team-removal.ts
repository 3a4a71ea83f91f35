import type { UserRequest } from '../../actor.ts'
import type { AfterCommit, Work } from '../../db/database.ts'
import { lockTeam } from '../../db/locks.ts'
import { conflict } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { deleteMembersOf, leaveTeams } from './member-store.ts'
import { permit } from './team-access.ts'
import type { RequirePassword } from './team-members.ts'
import { ownedTeams, setTeam, teamIdsOf } from './team-store.ts'

/** Ends something with its team, in the transaction that holds and deletes the team. */
type EndingStep = (work: Work, teamId: number) => Promise<void>

export type TeamRemovalDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  requirePassword: RequirePassword
  /** Steps of other features that end with a team, in this order. */
  endingSteps: EndingStep[]
}

/**
 * Deletes teams. A deleted team has no members from that moment on. Its mail and its row are deleted later
 * (`team-sweep.ts`).
 */
export function createTeamRemoval(deps: TeamRemovalDeps) {
  const { db, events, requirePassword, endingSteps, now } = deps

  async function remove(request: UserRequest<'delete'>, password: string): Promise<void> {
    const { actor, teamId } = request
    await permit(db.sql, request)
    const holdConfirmed = await requirePassword(actor, password, 'password')
    await db.makingRoom(() =>
      db.transaction(async (tx, afterCommit) => {
        await holdConfirmed(tx)
        await lockTeam(tx, teamId)
        await permit(tx, request)
        await end([tx, afterCommit], teamId)
      }),
    )
  }

  /** Deletes a team in the name of its owner, for the operator of the machine, whom the caller has checked. */
  async function removeFor(request: UserRequest<'delete'>): Promise<void> {
    await db.makingRoom(() =>
      db.transaction(async (tx, afterCommit) => {
        await lockTeam(tx, request.teamId)
        await permit(tx, request)
        await end([tx, afterCommit], request.teamId)
      }),
    )
  }

  /** Ends a team that is held: it has no members any more, and its credentials let no client in. */
  async function end([tx, afterCommit]: Work, teamId: number): Promise<void> {
    await setTeam(tx, teamId, { deleted_at: now() })
    const members = await deleteMembersOf(tx, teamId)
    for (const step of endingSteps) await step([tx, afterCommit], teamId)
    tellMembers(afterCommit, members, { deleted: true })
    afterCommit(() => events.emit('teamDeleted', { teamId }))
  }

  function tellMembers(
    afterCommit: AfterCommit,
    members: { team_id: number; user_id: number }[],
    why: { deleted?: true } = {},
  ): void {
    afterCommit(() => {
      for (const { team_id, user_id } of members) {
        events.emit('membershipEnded', { teamId: team_id, userId: user_id, ...why })
      }
    })
  }

  /**
   * Ends the user's own teams and memberships, in the transaction that ends the account, which it holds. Refused
   * while the user owns shared teams, naming them.
   */
  async function removeAllOf([tx, afterCommit]: Work, userId: number): Promise<void> {
    for (const teamId of await teamIdsOf(tx, userId)) await lockTeam(tx, teamId)
    const owned = await ownedTeams(tx, userId)
    const living = owned.filter(({ deleted_at }) => deleted_at === null)
    const shared = living.filter(({ type }) => type === 'shared')
    if (shared.length > 0) {
      const names = shared.map(({ name }) => name).join(', ')
      throw conflict(`First delete or transfer the teams you own: ${names}.`)
    }
    for (const { id } of living) await end([tx, afterCommit], id)
    const left = await leaveTeams(tx, userId)
    tellMembers(afterCommit, left)
    for (const { team_id } of left) {
      const event = { teamId: team_id, userId: null, part: 'members' as const }
      afterCommit(() => events.emit('teamOutdated', event))
    }
  }

  return { remove, removeFor, removeAllOf, end }
}
