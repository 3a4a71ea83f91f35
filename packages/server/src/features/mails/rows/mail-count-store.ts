import type { Sql, Tx } from '../../../db/database.ts'
import type { AddedCounts } from './mail-counts.ts'
import type { Held } from '../../../db/mail/team-quota.ts'

export type TeamCounts = Held & {
  unread: number
  flagged: number
  revision: number
  arrivals_from: number
}

const heldColumns = ['total', 'bytes', 'trashed', 'trashed_bytes'] as const
const nothing = { total: 0, bytes: 0, trashed: 0, trashed_bytes: 0 }

export async function readCounters(store: Sql, teamId: number): Promise<TeamCounts> {
  const row = await store
    .selectFrom('team_counters')
    .select([...heldColumns, 'unread', 'flagged', 'revision', 'arrivals_from'])
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row ?? { ...nothing, unread: 0, flagged: 0, revision: 0, arrivals_from: 0 }
}

export async function countFlagged(store: Sql, mailIds: readonly number[]): Promise<number> {
  if (mailIds.length === 0) return 0
  const { flagged } = await store
    .selectFrom('mails')
    .select((mails) => mails.fn.countAll().as('flagged'))
    .where('id', 'in', mailIds)
    .where('flagged_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(flagged)
}

/** Held as they are until the transaction ends: by a write that changes nothing. */
export async function holdCounters(tx: Tx, teamId: number): Promise<void> {
  await tx
    .updateTable('team_counters')
    .set((column) => ({ total: column.ref('total') }))
    .where('team_id', '=', teamId)
    .execute()
}

/** After the mails themselves have been changed, which locks them before their teams. */
export async function addCounts(tx: Tx, teams: AddedCounts[]): Promise<void> {
  for (const { team_id, trashed = 0, trashed_bytes = 0, ...counts } of teams) {
    await tx
      .updateTable('team_counters')
      .set((column) => ({
        total: column('total', '+', counts.total),
        unread: column('unread', '+', counts.unread),
        flagged: column('flagged', '+', counts.flagged),
        bytes: column('bytes', '+', counts.bytes),
        trashed: column('trashed', '+', trashed),
        trashed_bytes: column('trashed_bytes', '+', trashed_bytes),
        revision: column('revision', '+', counts.revision),
      }))
      .where('team_id', '=', team_id)
      .execute()
  }
}
