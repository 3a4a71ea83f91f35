import { sql } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import { lockMails } from '../../db/locks.ts'
import { addCounts } from './mail-count-store.ts'
import { purgeCounts } from './mail-counts.ts'

type Page = { below: number | null; limit: number }

/** Some mails that went by one deletion, newest first. */
export async function listTrashed(
  store: Sql,
  teamId: number,
  at: number,
  { below, limit }: Page,
): Promise<number[]> {
  const rows = await store
    .selectFrom('mails')
    .select('id')
    // Written so that the index of deletions alone is asked and returns them in their order: Postgres
    // does not know how many there are, and would collect and sort all of them each time.
    .where('trashed_at', '>=', at)
    .where('trashed_at', '<=', at)
    .where('id', '<', below ?? Number.MAX_SAFE_INTEGER)
    .where(sql<number>`+team_id`, '=', teamId)
    .orderBy('trashed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Mails of any team that were deleted before `before`. */
export async function listOldTrash(store: Sql, before: number, limit: number): Promise<number[]> {
  const rows = await store
    .selectFrom('mails')
    .select('id')
    .where('trashed_at', '<', before)
    .orderBy('trashed_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Deletes them for good, unless restored meanwhile; returns the teams whose they were. Of what people
 * see nothing changes: they have not been counted there since they were trashed.
 */
export async function purgeMails(tx: Tx, mailIds: readonly number[]): Promise<number[]> {
  await lockMails(tx, mailIds)
  const purged = await tx
    .deleteFrom('mails')
    .where('id', 'in', mailIds)
    .where('trashed_at', 'is not', null)
    .returning(['team_id', 'size'])
    .execute()
  const counts = purgeCounts(purged)
  await addCounts(tx, counts)
  return counts.map(({ team_id }) => team_id)
}
