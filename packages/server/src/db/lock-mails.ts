import { PostgresAdapter } from 'kysely'
import type { Tx } from './database.ts'

/**
 * For a transaction that changes some mails and then what is counted of them. Mails are locked in the
 * order of their ids and counts after them, so that changes of the same mails wait for each other and
 * never in a circle. SQLite has one writer and nothing to lock.
 */
export async function lockMails(tx: Tx, mailIds: readonly number[]): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return
  await tx
    .selectFrom('mails')
    .select('id')
    .where('id', 'in', mailIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}
