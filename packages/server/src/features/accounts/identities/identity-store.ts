import type { Insertable, Selectable } from 'kysely'
import type { Sql, Tx } from '../../../db/database.ts'
import type { Schema } from '../../../db/schema.ts'

export type IdentityRow = Selectable<Schema['identities']>

export function findIdentity(
  db: Sql,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('identities')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .selectAll()
    .executeTakeFirst()
}

/** False when an account has it already. */
export async function insertIdentity(
  tx: Tx,
  row: Insertable<Schema['identities']>,
): Promise<boolean> {
  const added = await tx
    .insertInto('identities')
    .values(row)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export async function touchIdentity(
  tx: Tx,
  id: number,
  changes: Pick<IdentityRow, 'email' | 'used_at'>,
): Promise<void> {
  await tx.updateTable('identities').set(changes).where('id', '=', id).execute()
}

export function identitiesOf(db: Sql, userId: number): Promise<IdentityRow[]> {
  return db
    .selectFrom('identities')
    .where('user_id', '=', userId)
    .selectAll()
    .orderBy('id')
    .execute()
}

export async function deleteIdentity(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('identities').where('id', '=', id).execute()
}
