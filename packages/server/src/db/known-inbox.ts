import type { Selectable } from 'kysely'
import { invalid } from '../errors.ts'
import type { Sql } from './database.ts'
import type { InboxTables } from './tables/inbox-tables.ts'

/** One that has not ended. */
export type LivingInbox = Selectable<InboxTables['inboxes']> & { username: string }

export const findInbox = (db: Sql, teamId: number, id: number): Promise<LivingInbox | undefined> =>
  db
    .selectFrom('inboxes')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .selectAll()
    .$narrowType<{ username: string }>()
    .executeTakeFirst()

/** Refuses the id of an inbox that the team has not, or has no more; null stands for all of them. */
export async function requireKnownInbox(
  db: Sql,
  teamId: number,
  id: number | null | undefined,
): Promise<void> {
  if (id === null || id === undefined) return
  if (!(await findInbox(db, teamId, id))) throw invalid({ inbox: ['This team has no such inbox'] })
}

/** Null where a row names no inbox. One that has ended and has no mail has lost its name. */
export const inboxReferenceOf = (row: { inbox_id: number | null; inbox_name: string | null }) =>
  row.inbox_id === null ? null : { id: row.inbox_id, name: row.inbox_name ?? 'ended' }
