import type { Tx } from './database.ts'
import type { UserRow } from './schema.ts'

/**
 * Holds an account as it is until the transaction ends: a write that changes nothing is a lock that
 * both databases know. Undefined when there is none like that, or it was deleted, which is asked once
 * it is held.
 */
export function lockUser(
  tx: Tx,
  which: Partial<Pick<UserRow, 'id' | 'email_key' | 'password_hash'>>,
): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set((row) => ({ name: row.ref('name') }))
    .where((row) => row.and(which))
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
