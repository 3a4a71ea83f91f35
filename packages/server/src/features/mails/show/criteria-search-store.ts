import type { Sql } from '../../../db/database.ts'
import { arrivedAt } from '../../../db/dialects.ts'
import type { MailRow } from '../../../db/schema.ts'
import { listByIds } from '../rows/mail-store.ts'

const columns = [
  'id',
  'received_at',
  'from_name',
  'from_address',
  'recipients',
  'other_people',
  'subject',
  'snippet',
  'attachment_count',
] as const
export type FoundRow = Pick<MailRow, (typeof columns)[number]>

/** The first mail that arrived at this time or later; undefined when none has. */
export async function firstArrivedFrom(sql: Sql, teamId: number, time: number) {
  const row = await sql
    .selectFrom('mails')
    .select('id')
    .where('team_id', '=', teamId)
    .where(arrivedAt, '>=', time)
    .orderBy(arrivedAt)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** The newest first; fewer when some are gone. */
export const listFound = (sql: Sql, teamId: number, ids: number[]): Promise<FoundRow[]> =>
  listByIds(sql, teamId, ids, columns)
