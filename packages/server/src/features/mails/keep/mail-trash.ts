import type { FeatureDeps } from '../../feature-deps.ts'
import { purgeMails } from '../change/mail-change-store.ts'
import { listOldTrash } from '../rows/mail-ids-store.ts'

/**
 * Longer than `limits.undoMs`, which is what people are promised: deleting a million mails takes a
 * while itself, and so does taking it back.
 */
export const keptTrashMs = 10 * 60_000

type TrashDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'>

/**
 * Deletes for good what was deleted longer ago than it can be restored. Works in small transactions
 * with catching let through between them; `sweep` resolves when nothing is left to do.
 */
export function createTrash({ db, events, now }: TrashDeps) {
  const perTransaction = 200
  let stopped = false

  return {
    async sweep(): Promise<void> {
      const before = now() - keptTrashMs
      const purged = new Set<number>()
      while (!stopped) {
        const ids = await listOldTrash(db.sql, before, perTransaction)
        if (ids.length === 0) break
        const teams = await db.makingRoom(() => db.transaction((tx) => purgeMails(tx, ids)))
        for (const team of teams) purged.add(team)
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
