import { newestFirst } from '../../../../db/dialects.ts'
import type { Sql } from '../../../../db/database.ts'

/** The newest mails of any team that wait for their words. Without the table of mails, so that it costs nothing where none do. */
export async function newestUnindexed(store: Sql, limit: number): Promise<number[]> {
  const rows = await store
    .selectFrom('mails_to_index')
    .select('mail_id')
    .orderBy('mail_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.mail_id)
}

/** Returns which of the mails belong to the team, the newest first. */
export function keptOf(
  store: Sql,
  teamId: number,
  { ids, limit }: { ids: readonly number[]; limit: number },
): Promise<{ id: number; size: number }[]> {
  return store
    .selectFrom('mails')
    .select(['id', 'size'])
    .where('id', 'in', ids)
    .where('team_id', '=', teamId)
    .where('trashed_at', 'is', null)
    .orderBy(newestFirst)
    .limit(limit)
    .execute()
}
