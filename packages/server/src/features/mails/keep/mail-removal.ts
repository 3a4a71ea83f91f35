import type { Database } from '../../../db/database.ts'
import { removeMails } from '../change/mail-change-store.ts'
import { newestMailId, oldestMailIds } from '../rows/mail-ids-store.ts'

const perTransaction = 500

/**
 * Deletes the mail of a team that is about to go, so that the team itself goes in an instant: however
 * much there is, others write between the steps. What arrives meanwhile is left to go with the team.
 * Once `signal` is aborted it ends after the step under way.
 */
export function createMailRemoval(db: Database) {
  return async function removeTeamMail(teamId: number, signal?: AbortSignal): Promise<void> {
    const upTo = await newestMailId(db.longReads)
    while (upTo !== undefined && !signal?.aborted) {
      const ids = await oldestMailIds(db.longReads, teamId, { upTo, limit: perTransaction })
      if (ids.length === 0) return
      await db.makingRoom(() => db.transaction((tx) => removeMails(tx, teamId, ids)))
    }
  }
}
