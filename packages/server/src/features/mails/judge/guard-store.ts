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

export async function hasMark(tx: Tx, teamId: number, mail: number, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('mail_marks')
    .select('key')
    .where('mail_id', '=', mail)
    .where('key', '=', key)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row !== undefined
}
