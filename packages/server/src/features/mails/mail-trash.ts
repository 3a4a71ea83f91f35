import type { Database } from '../../db/database.ts'
import { removeEmptyBlocks } from './mail-count-store.ts'
import { listOldTrash, purgeMails } from './mail-trash-store.ts'

/**
 * Longer than `limits.undoMs`, which is what people are promised: deleting a million mails takes a
 * while itself, and so does taking it back.
 */
const keptMs = 10 * 60_000

/**
 * Deletes for good what was deleted longer ago than it can be restored. Works in small transactions
 * with catching let through between them; `sweep` resolves when nothing is left to do.
 */
export function createTrash({ db, now }: { db: Database; now: () => number }) {
  const perTransaction = 200
  let stopped = false

  return {
    async sweep(): Promise<void> {
      const before = now() - keptMs
      let purged = 0
      while (!stopped) {
        const ids = await listOldTrash(db.lasting, before, perTransaction)
        if (ids.length === 0) break
        await db.transaction((tx) => purgeMails(tx, ids))
        purged += ids.length
      }
      if (purged > 0) await removeEmptyBlocks(db)
    },
    /** A sweep under way ends after its current transaction. */
    stop() {
      stopped = true
    },
  }
}
