import type { Database } from '../../db/database.ts'
import type { EventBus } from '../../events.ts'
import { removeMails } from './mail-change-store.ts'
import { listExpired, listOverflow, listTeamIds } from './mail-retention-store.ts'

/**
 * Deletes mail that is older or more than the operator keeps. Flagged mail is spared. Works in small
 * transactions with catching let through between them; `sweep` resolves when nothing is left to do.
 */
export function createRetention(deps: {
  db: Database
  events: EventBus
  now: () => number
  /** Mail older than this many days goes; null keeps it. */
  days: number | null
  /** Mail beyond this many in a team goes, oldest first; null keeps it. */
  mails: number | null
}) {
  const { db, events, days, mails } = deps
  const perTransaction = 500
  const dayMs = 24 * 60 * 60 * 1_000
  let stopped = false

  async function expired(teamId: number): Promise<number[]> {
    if (days !== null) {
      const ids = await listExpired(db.lasting, teamId, deps.now() - days * dayMs, perTransaction)
      if (ids.length > 0) return ids
    }
    return mails === null ? [] : listOverflow(db.lasting, teamId, mails, perTransaction)
  }

  async function sweepTeam(teamId: number): Promise<void> {
    let removedAny = false
    while (!stopped) {
      const ids = await expired(teamId)
      if (ids.length === 0) break
      // What was found may have been flagged or deleted since, and then it can come back.
      const removed = await db.transaction((tx) =>
        removeMails(tx, teamId, ids, { ifUntouched: true }),
      )
      removedAny ||= removed.length > 0
    }
    if (removedAny) events.emit('inboxOutdated', { teamId, userId: null })
  }

  return {
    async sweep(): Promise<void> {
      if (days === null && mails === null) return
      for (const teamId of await listTeamIds(db.lasting)) await sweepTeam(teamId)
    },
    /** A sweep under way ends after its current transaction. */
    stop() {
      stopped = true
    },
  }
}
