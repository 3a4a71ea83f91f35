import type { Sql } from '../../db/database.ts'

export type KeyedMail = { mail_id: number; digest: string; at: number }

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

/** Deletes about `some` of the oldest; returns whether there are more. An import has a key for each of its mails. */
export async function deleteOldKeys(db: Sql, until: number, some: number): Promise<boolean> {
  const next = await db
    .selectFrom('idempotency_keys')
    .select('at')
    .where('at', '<=', until)
    .orderBy('at')
    .offset(some)
    .limit(1)
    .executeTakeFirst()
  await db
    .deleteFrom('idempotency_keys')
    .where('at', '<=', next?.at ?? until)
    .execute()
  return next !== undefined
}
