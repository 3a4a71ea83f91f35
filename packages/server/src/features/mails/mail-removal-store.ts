import type { Sql } from '../../db/database.ts'
import { arrivedAt } from '../../db/team-mails.ts'

/** The newest mail of all teams; null when there is none. */
export async function newestMailId(sql: Sql): Promise<number | null> {
  const row = await sql
    .selectFrom('mails')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The oldest mails of a team, trashed ones too, none that came after `upTo`. */
export async function oldestMailIds(
  sql: Sql,
  teamId: number,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<number[]> {
  // By their arrival: that is the one index with all mail of a team, so none is sorted.
  const rows = await sql
    .selectFrom('mails')
    .select('id')
    .where('team_id', '=', teamId)
    .where('id', '<=', upTo)
    .orderBy(arrivedAt)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
