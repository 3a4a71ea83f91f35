import type { Sql } from '../../db/database.ts'

/** Whether the role of the first account was still free. Only one of two accounts at once gets it. */
export async function takeUnclaimed(db: Sql): Promise<boolean> {
  const taken = await db.deleteFrom('unclaimed_operator').returning('id').execute()
  return taken.length > 0
}

export async function grantOperator(db: Sql, userId: number, at: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ operator_at: at })
    .where('id', '=', userId)
    .where('operator_at', 'is', null)
    .execute()
}

/** Gives the role to the account of this address, once it is proven. */
export async function grantOperatorTo(db: Sql, key: string, at: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ operator_at: at })
    .where('email_key', '=', key)
    .where('email_verified_at', 'is not', null)
    .where('operator_at', 'is', null)
    .execute()
}
