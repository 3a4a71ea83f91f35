import type { OperatorActName } from '@mailstop/contract'
import type { UserActor } from '../../actor.ts'
import type { Tx } from '../../db/database.ts'
import type { UserRow } from '../../db/schema.ts'
import { lockUser } from '../../db/locks.ts'
import { notFound } from '../../errors.ts'
import { insertAct } from './act-store.ts'

export type HeldOperator = ReturnType<typeof heldBy>

/**
 * Locks the operator and, if there is one, the account of the act, in the order of their ids. Not found for a user
 * who lost the role since the request began.
 */
export async function holdOperator(
  tx: Tx,
  actor: UserActor,
  now: () => number,
  userId = actor.userId,
): Promise<{ operator: HeldOperator; user: UserRow }> {
  const held = new Map<number, UserRow>()
  for (const id of new Set([actor.userId, userId].toSorted((a, b) => a - b))) {
    const user = await lockUser(tx, { id })
    if (user) held.set(id, user)
  }
  const own = held.get(actor.userId)
  const operates =
    own && own.operator_at !== null && own.email_verified_at !== null && own.disabled_at === null
  const user = held.get(userId)
  if (!operates || !user) throw notFound()
  return { operator: heldBy(tx, own, now), user }
}

const heldBy = (tx: Tx, { id, name }: UserRow, now: () => number) => ({
  id,
  record: (act: OperatorActName, target: string, detail = ''): Promise<void> =>
    insertAct(tx, {
      at: now(),
      operator_id: id,
      operator_name: name,
      act,
      target_name: target,
      detail,
    }),
})
