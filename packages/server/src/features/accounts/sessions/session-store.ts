import type { Sql, Tx } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/schema.ts'

export async function insertSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(session).execute()
}

/** A session that has not expired, with the user's right to enter. */
export function livingSession(db: Sql, id: string, now: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', now)
    .selectAll('sessions')
    .where('users.disabled_at', 'is', null)
    .select(['users.email_verified_at', 'users.operator_at'])
    .executeTakeFirst()
}

/** A user's sessions that have not expired, the one last used first. */
export function livingSessionsOf(db: Sql, userId: number, now: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .selectAll()
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function renewSession(
  db: Sql,
  id: string,
  times: { seen_at: number; expires_at: number },
): Promise<void> {
  await db.updateTable('sessions').set(times).where('id', '=', id).execute()
}

/** True when there was one. */
export async function deleteSession(db: Sql, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom('sessions').where('id', '=', id).returning('id').execute()
  return deleted.length > 0
}

/** Deletes all sessions of a user except one; returns their ids. */
export async function deleteSessionsOf(
  db: Sql,
  userId: number,
  except: string | null,
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', except ?? '')
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}

export function deleteExpiredSessions(
  db: Sql,
  now: number,
): Promise<{ id: string; user_id: number }[]> {
  return db
    .deleteFrom('sessions')
    .where('expires_at', '<=', now)
    .returning(['id', 'user_id'])
    .execute()
}
