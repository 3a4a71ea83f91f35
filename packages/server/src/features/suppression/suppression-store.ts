import type { Sql, Tx } from '../../db/database.ts'

/** Returns when the address asked for no more mail; null when it did not. */
export async function suppressedSince(db: Sql, emailKey: string): Promise<number | null> {
  const row = await db
    .selectFrom('suppressed_addresses')
    .select('created_at')
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/** False when it was suppressed already. */
export async function insertSuppressed(tx: Tx, emailKey: string, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('suppressed_addresses')
    .values({ email_key: emailKey, created_at: at })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** False when it was not suppressed. */
export async function deleteSuppressed(tx: Tx, emailKey: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('suppressed_addresses')
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Finds the address that the rule of a link has now. */
export async function emailKeyOfRule(db: Sql, ruleId: number): Promise<string | null> {
  const row = await db
    .selectFrom('forwarding_rules')
    .select('email_key')
    .where('id', '=', ruleId)
    .executeTakeFirst()
  return row?.email_key ?? null
}

export async function teamsForwardingTo(db: Sql, emailKey: string): Promise<number[]> {
  const rows = await db
    .selectFrom('forwarding_rules')
    .select('team_id')
    .distinct()
    .where('email_key', '=', emailKey)
    .execute()
  return rows.map((row) => row.team_id)
}
