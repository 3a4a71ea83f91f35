import type { Sql } from '../../db/database.ts'

export type KeyedMail = { mail_id: number; digest: string; at: number }

/** The mail that a key of a team stands for. */
export function findKeyed(db: Sql, teamId: number, key: string): Promise<KeyedMail | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['mail_id', 'digest', 'at'])
    .where('team_id', '=', teamId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function deleteKey(
  db: Sql,
  { teamId, key, until }: { teamId: number; key: string; until: number },
): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('team_id', '=', teamId)
    .where('key', '=', key)
    .where('at', '<=', until)
    .execute()
}

export async function deleteOldKeys(db: Sql, until: number): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('at', '<=', until).execute()
}
