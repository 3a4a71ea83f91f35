import type { Database } from '../../src/db/database.ts'
import { createReindex } from '../../src/features/mails/keep/mail-reindex.ts'

/** Writes the words of all mail that waits for them. The store has to take them at once. */
export async function reindexAll(db: Database): Promise<void> {
  const failures: unknown[] = []
  const fail = async (): Promise<never> => {
    throw failures[0]
  }
  const reindex = createReindex({ db, pause: fail, onError: (error) => failures.push(error) })
  reindex.start()
  await reindex.idle()
  if (failures.length > 0) await fail()
}
