import type { Sql } from '../../db/database.ts'

/** The newest mail of a team; null when it has none. */
export async function newestMailId(sql: Sql, teamId: number): Promise<number | null> {
  const row = await sql
    .selectFrom('mails')
    .select('id')
    .where('team_id', '=', teamId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The oldest mails of a team, none newer than `upTo`. */
export async function oldestMailIds(
  sql: Sql,
  teamId: number,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<number[]> {
  const rows = await sql
    .selectFrom('mails')
    .select('id')
    .where('team_id', '=', teamId)
    .where('id', '<=', upTo)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
