import type { Sql } from '../../../db/database.ts'

/** Whether this client has logged in to this account since then. */
export async function isFamiliar(
  db: Sql,
  { email_key, client, since }: { email_key: string; client: string; since: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('familiar_clients as familiar')
    .innerJoin('users', 'users.id', 'familiar.user_id')
    .where('users.email_key', '=', email_key)
    .where('familiar.client', '=', client)
    .where('familiar.seen_at', '>', since)
    .select('familiar.seen_at')
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberClient(
  db: Sql,
  row: { user_id: number; client: string; seen_at: number },
): Promise<void> {
  await db
    .insertInto('familiar_clients')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'client']).doUpdateSet({ seen_at: row.seen_at }),
    )
    .execute()
}

/** Deletes an account's oldest clients beyond a limit: repeated logins do not fill the table. */
export async function deleteClientsBeyond(db: Sql, userId: number, most: number): Promise<void> {
  const oldest = db
    .selectFrom('familiar_clients')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('client')
    .offset(most)
    .limit(most)
    .select('client')
  await db
    .deleteFrom('familiar_clients')
    .where('user_id', '=', userId)
    .where('client', 'in', oldest)
    .execute()
}

/** Forgets clients after a password was reset: a person who knew the old one is a stranger again. */
export async function forgetClientsOf(db: Sql, userId: number): Promise<void> {
  await db.deleteFrom('familiar_clients').where('user_id', '=', userId).execute()
}

export async function deleteOldClients(db: Sql, before: number): Promise<void> {
  await db.deleteFrom('familiar_clients').where('seen_at', '<=', before).execute()
}
