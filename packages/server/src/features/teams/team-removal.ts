import type { AfterCommit, Database, Tx } from '../../db/database.ts'
import { lockTeam } from '../../db/locks.ts'
import { conflict } from '../../errors.ts'
import type { EventBus } from '../../events.ts'
import type { Asker } from '../../lib/asker.ts'
import { deleteMembersOf, leaveTeams } from './member-store.ts'
import { deleteCredentials } from './smtp-credential-store.ts'
import { permit } from './team-access.ts'
import type { RequirePassword } from './team-members.ts'
import { deletedTeams, deleteTeam, ownedTeams, setTeam, teamIdsOf } from './team-store.ts'

/**
 * The end of teams. One that is deleted is nobody's from that moment on; its mail then goes in small
 * transactions that let others write between them, taken up again after a restart, and its row last.
 */
export type TeamRemovalDeps = {
  db: Database
  events: EventBus
  requirePassword: RequirePassword
  /** Deletes a team's mail in steps, until told to stop. */
  removeTeamMail: (teamId: number, signal: AbortSignal) => Promise<void>
  /** What else ends with a team, in the transaction that deletes it. */
  onDelete?: (work: [Tx, AfterCommit], teamId: number) => Promise<void>
  /** Told of what fails in a sweep. */
  onError: (error: unknown) => void
  now: () => number
}

/**
 * Most requests that were under way are over by then, and what they still wrote belongs to something.
 * One that lasts longer, as an import may, then finds that its team is gone.
 */
const rowOutlastsMs = 60_000

export function createTeamRemoval(deps: TeamRemovalDeps) {
  const { db, events, requirePassword, removeTeamMail, onDelete, onError, now } = deps
  const stopping = new AbortController()
  let sweeping: Promise<void> | null = null
  let isWanted = false

  async function remove(asker: Asker, password: string): Promise<void> {
    const { userId, teamId } = asker
    await permit(db.sql, asker, 'delete')
    const holdConfirmed = await requirePassword({ userId }, password, 'password')
    await db.transaction(async (tx, afterCommit) => {
      await holdConfirmed(tx)
      await lockTeam(tx, teamId)
      await permit(tx, asker, 'delete')
      await end([tx, afterCommit], teamId)
    })
  }

  /** Of a team that is held: nobody belongs to it any more, and nothing gets in with its credentials. */
  async function end([tx, afterCommit]: [Tx, AfterCommit], teamId: number): Promise<void> {
    await setTeam(tx, teamId, { deleted_at: now() })
    const members = await deleteMembersOf(tx, teamId)
    const username = await deleteCredentials(tx, teamId)
    await onDelete?.([tx, afterCommit], teamId)
    if (username !== null) {
      afterCommit(() => events.emit('credentialsEnded', { teamId, username, deleted: true }))
    }
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
   * For the end of an account, in its transaction, which holds the account: the user's own teams end,
   * and memberships of others' do. Refused while the user owns shared teams, naming them.
   */
  async function removeAllOf([tx, afterCommit]: [Tx, AfterCommit], userId: number): Promise<void> {
    for (const teamId of await teamIdsOf(tx, userId)) await lockTeam(tx, teamId)
    const owned = await ownedTeams(tx, userId)
    const living = owned.filter(({ deleted_at }) => deleted_at === null)
    const shared = living.filter(({ type }) => type === 'shared')
    if (shared.length > 0) {
      const names = shared.map(({ name }) => name).join(', ')
      throw conflict(`First delete or hand over the teams you own: ${names}.`)
    }
    for (const { id } of living) await end([tx, afterCommit], id)
    const left = await leaveTeams(tx, userId)
    tellMembers(afterCommit, left)
    for (const { team_id } of left) {
      const event = { teamId: team_id, userId: null, part: 'members' as const }
      afterCommit(() => events.emit('teamOutdated', event))
    }
  }

  /** Goes on with what deleted teams have left behind; resolves when nothing can be done now. */
  function sweep(): Promise<void> {
    isWanted = true
    sweeping ??= sweepAll().finally(() => (sweeping = null))
    return sweeping
  }

  async function sweepAll(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false
      for (const { id, deleted_at } of await deletedTeams(db.sql)) {
        if (stopping.signal.aborted) return
        // What fails for one team is tried again with the next sweep, and keeps no other from going.
        await sweepOne(id, deleted_at ?? 0).catch(onError)
      }
    }
  }

  async function sweepOne(teamId: number, deletedAt: number): Promise<void> {
    await removeTeamMail(teamId, stopping.signal)
    if (stopping.signal.aborted) return
    if (deletedAt + rowOutlastsMs <= now()) await deleteTeam(db.sql, teamId)
  }

  return {
    remove,
    removeAllOf,
    sweep,
    /** A sweep under way ends after its current transaction; the next start goes on with it. */
    async stop(): Promise<void> {
      stopping.abort()
      await sweeping
    },
  }
}
