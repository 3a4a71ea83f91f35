import type { Sql, Tx } from '../../db/database.ts'
import type { PinRow } from '../../db/schema.ts'

/** Oldest first. */
export function listPins(sql: Sql, teamId: number): Promise<PinRow[]> {
  return sql.selectFrom('pins').selectAll().where('team_id', '=', teamId).orderBy('id').execute()
}

/** Undefined when the team has pinned the same already. */
export function insertPin(tx: Tx, pin: Omit<PinRow, 'id'>): Promise<PinRow | undefined> {
  return tx
    .insertInto('pins')
    .values(pin)
    .onConflict((conflict) => conflict.columns(['team_id', 'type', 'query_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function setLabel(
  sql: Sql,
  teamId: number,
  pinId: number,
  label: string | null,
): Promise<PinRow | undefined> {
  return sql
    .updateTable('pins')
    .set({ label })
    .where('team_id', '=', teamId)
    .where('id', '=', pinId)
    .returningAll()
    .executeTakeFirst()
}

/** False when there was none. */
export async function removePin(sql: Sql, teamId: number, pinId: number): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom('pins')
    .where('team_id', '=', teamId)
    .where('id', '=', pinId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
