import type { OperatorActName } from '@mailstop/contract'
import type { Sql, Tx } from '../../db/database.ts'

export type NewAct = {
  at: number
  operator_id: number | null
  operator_name: string
  act: OperatorActName
  target_name: string
  detail?: string
}

/** Written in the same transaction as the act. */
export async function insertAct(tx: Tx, { detail = '', ...act }: NewAct): Promise<void> {
  await tx
    .insertInto('operator_acts')
    .values({ ...act, detail })
    .execute()
}

/** Lists acts below `cursor`, the newest first. */
export function listActRows(db: Sql, cursor: number | undefined, limit: number) {
  return db
    .selectFrom('operator_acts')
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? 0))
    .select(['id', 'at', 'operator_name', 'act', 'target_name', 'detail'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function deleteActsBefore(db: Sql, before: number): Promise<void> {
  await db.deleteFrom('operator_acts').where('at', '<', before).execute()
}
