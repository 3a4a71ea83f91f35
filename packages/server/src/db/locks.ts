import type { Tx } from './database.ts'

/**
 * Holds other changes of the team back until the transaction ends: what is read of it, of its members
 * and of its rules after this is what is changed. A write that changes nothing is a lock that both
 * databases know, and holds back no mail that is caught. False when the team is gone, or going.
 */
export async function lockTeam(tx: Tx, teamId: number): Promise<boolean> {
  const locked = await tx
    .updateTable('teams')
    .set((row) => ({ plan: row.ref('plan') }))
    .where('id', '=', teamId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return locked !== undefined
}
