import type { Sql, Tx } from '../../../db/database.ts'
import type { GuardRow } from '../../../db/schema.ts'

/** Oldest first. */
export function listGuardRows(store: Sql, teamId: number): Promise<GuardRow[]> {
  return store
    .selectFrom('guards')
    .selectAll()
    .where('team_id', '=', teamId)
    .orderBy('id')
    .execute()
}

export const insertGuard = (tx: Tx, guard: Omit<GuardRow, 'id'>): Promise<GuardRow> =>
  tx.insertInto('guards').values(guard).returningAll().executeTakeFirstOrThrow()

export async function writeGuard(
  tx: Tx,
  { id, demand, except, on_at }: Pick<GuardRow, 'id' | 'demand' | 'except' | 'on_at'>,
): Promise<void> {
  await tx.updateTable('guards').set({ demand, except, on_at }).where('id', '=', id).execute()
}

export async function removeGuard(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('guards').where('id', '=', id).execute()
}

/** A mark keeps what it is about. False where the mail has none. The caller holds the mail. */
export async function renameMark(
  tx: Tx,
  { teamId, mail, from, to }: { teamId: number; mail: number; from: string; to: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('mail_marks')
    .set({ key: to })
    .where('mail_id', '=', mail)
    .where('key', '=', from)
    .where('team_id', '=', teamId)
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}
