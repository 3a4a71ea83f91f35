import type { Sql, Tx } from '../../db/database.ts'

/** Some mails that went by one deletion, newest first. */
export async function listTrashed(
  sql: Sql,
  teamId: number,
  at: number,
  limit: number,
): Promise<number[]> {
  const rows = await sql
    .selectFrom('mails')
    .select('id')
    .where('trashed_at', '=', at)
    .where('team_id', '=', teamId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Mails of any team that were deleted before `before`. */
export async function listOldTrash(sql: Sql, before: number, limit: number): Promise<number[]> {
  const rows = await sql
    .selectFrom('mails')
    .select('id')
    .where('trashed_at', '<', before)
    .orderBy('trashed_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes them for good, unless restored meanwhile. They have not been counted since they were trashed. */
export async function purgeMails(tx: Tx, mailIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where('id', 'in', mailIds)
    .where('trashed_at', 'is not', null)
    .execute()
}
