import { limits } from '@mailstop/contract'
import { fullnessOf, noQuota, quotaOf, type TeamQuota } from '../../../db/mail/team-quota.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { purgeMails } from '../change/mail-change-store.ts'
import { listOldTrash } from '../rows/mail-ids-store.ts'
import { readWithTrash } from '../rows/team-limit-store.ts'

/** Where there is no room for new mail. Longer than `limits.undoMs`, as a deletion of a million mails takes a while. */
const leastKeptMs = 10 * 60_000
/** Longer than `limits.restoreMs`, which is what people are promised: so does taking it back. */
export const keptTrashMs = limits.restoreMs + leastKeptMs

type TrashDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  /** The quota of teams without limits of their own. */
  quota?: TeamQuota
}

/**
 * Deletes for good what was deleted longer ago than it can be restored, and sooner where new mail needs the
 * room. Works in small transactions with catching let through between them; `sweep` resolves when nothing is left to do.
 */
export function createTrash({ db, events, now, quota = noQuota }: TrashDeps) {
  let stopped = false
  const purged = new Set<number>()

  async function purge(teamId: number | null, before: number): Promise<void> {
    while (!stopped) {
      const ids = await listOldTrash(db.sql, { teamId, before, limit: 200 })
      if (ids.length === 0) return
      const teams = await db.makingRoom(() => db.transaction((tx) => purgeMails(tx, ids)))
      // They were restored meanwhile, or an index of a damaged store lists mails that are not there: the next sweep goes on.
      if (teams.length === 0) return
      for (const team of teams) purged.add(team)
    }
  }

  return {
    async sweep(): Promise<void> {
      purged.clear()
      const lacking = now() - leastKeptMs
      const before = db.isShortOfRoom() ? lacking : now() - keptTrashMs
      await purge(null, before)
      for (const [team, held] of await readWithTrash(db.sql)) {
        if (fullnessOf(quotaOf(quota, held), held) !== 'deleted') continue
        await purge(team, lacking)
      }
      // What was deleted may have been what left a team no room (`team-quota.ts`).
      for (const teamId of purged) {
        events.emit('teamOutdated', { teamId, userId: null, part: 'counters' })
      }
    },
    /** A sweep under way ends after its current transaction. */
    stop() {
      stopped = true
    },
  }
}
