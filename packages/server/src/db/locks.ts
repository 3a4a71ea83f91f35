import type { Tx } from './database.ts'
import { dialectOf } from './dialects.ts'
import type { UserRow } from './schema.ts'

// Every transaction takes these locks in one order, so that no two of them form a deadlock: an account,
// its team, mails by their ids, and last the counters of teams (`mail-count-store.ts`), which are the lock of
// their tags too. They are kept
// until the transaction ends. A write that changes nothing is a lock that both databases have.

/** Undefined when there is no such account, or it was deleted. */
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

/** Locks the account of who owns a team, before the team: what is counted over all teams of a person is then counted by one. */
export async function lockOwner(tx: Tx, teamId: number): Promise<void> {
  const owner = await tx
    .selectFrom('teams')
    .select('owner_id as id')
    .where('id', '=', teamId)
    .executeTakeFirst()
  if (owner) await lockUser(tx, owner)
}

/**
 * Other changes of the team, of its members and of its rules wait; caught mail does not. What is read after this does
 * not change before the transaction ends. False when the team is deleted.
 */
export async function lockTeam(tx: Tx, teamId: number): Promise<boolean> {
  const locked = await tx
    .updateTable('teams')
    .set((row) => ({ plan: row.ref('plan') }))
    .where('id', '=', teamId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return locked !== undefined
}

/** A transaction takes this lock before it changes mails and then their counts. */
export const lockMails = (tx: Tx, mailIds: readonly number[]): Promise<void> =>
  dialectOf(tx).lockMails(tx, mailIds)
