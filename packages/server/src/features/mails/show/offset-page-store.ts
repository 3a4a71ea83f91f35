import type { Sql } from '../../../db/database.ts'
import { inTeam, newestFirst } from '../../../db/dialects.ts'
import type { MailRow } from '../../../db/schema.ts'
import { listByIds } from '../rows/mail-store.ts'

const columns = ['id', 'received_at', 'read_at', 'size'] as const

/** The columns of a mail that may change, and small ones. */
export type PageRow = Pick<MailRow, (typeof columns)[number]>

export function listPage(
  sql: Sql,
  teamId: number,
  { start, limit }: { start: number; limit: number },
): Promise<PageRow[]> {
  const ids = sql
    .selectFrom('mails')
    .select('id')
    .where(inTeam(sql, teamId, {}))
    .where('trashed_at', 'is', null)
    .orderBy(newestFirst)
    .offset(start)
    .limit(limit)
  // The rows before it are not read: Postgres would, and sort all of them, where there are many.
  return sql
    .selectFrom('mails')
    .select(columns)
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
}

export const listRows = (sql: Sql, teamId: number, ids: number[]): Promise<PageRow[]> =>
  listByIds(sql, teamId, ids, columns)

/** Whole rows, in no order; fewer when some are gone. */
export const listWholeRows = (sql: Sql, teamId: number, ids: number[]): Promise<MailRow[]> =>
  sql
    .selectFrom('mails')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('trashed_at', 'is', null)
    .where('id', 'in', ids)
    .execute()
