import type { Insertable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'

export async function insertCredentials(
  tx: Tx,
  credentials: Insertable<Schema['smtp_credentials']>,
): Promise<void> {
  await tx.insertInto('smtp_credentials').values(credentials).execute()
}

/** Returns the old username. */
export async function deleteCredentials(tx: Tx, teamId: number): Promise<string | null> {
  const deleted = await tx
    .deleteFrom('smtp_credentials')
    .where('team_id', '=', teamId)
    .returning('username')
    .executeTakeFirst()
  return deleted?.username ?? null
}

export function credentialsOf(db: Sql, teamId: number) {
  return db
    .selectFrom('smtp_credentials')
    .select(['username', 'password_sealed'])
    .where('team_id', '=', teamId)
    .executeTakeFirst()
}

export function anyCredentials(db: Sql) {
  return db
    .selectFrom('smtp_credentials')
    .select(['username', 'password_sealed'])
    .limit(1)
    .executeTakeFirst()
}

/** The only lookup by username: it selects the team. */
export function activeCredentials(db: Sql, username: string) {
  return db
    .selectFrom('smtp_credentials')
    .innerJoin('teams', 'teams.id', 'smtp_credentials.team_id')
    .where('smtp_credentials.username', '=', username)
    .select(['smtp_credentials.team_id', 'smtp_credentials.password_sealed', 'teams.owner_id'])
    .executeTakeFirst()
}

/** Returns which of these teams have credentials older than `before`. */
export async function teamsWithOlderCredentials(
  db: Sql,
  teamIds: number[],
  before: number,
): Promise<number[]> {
  if (teamIds.length === 0) return []
  const rows = await db
    .selectFrom('smtp_credentials')
    .where('team_id', 'in', teamIds)
    .where('created_at', '<', before)
    .select('team_id')
    .execute()
  return rows.map((row) => row.team_id)
}
