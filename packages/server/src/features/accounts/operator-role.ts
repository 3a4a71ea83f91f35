import type { Sql, Tx } from '../../db/database.ts'
import { addressKey } from '../../lib/network/address-key.ts'
import { demoEmail } from './account-rules.ts'
import { userById } from './account-store.ts'
import { grantOperator, grantOperatorTo, takeUnclaimed } from './operator-role-store.ts'

/**
 * Which account becomes an operator by itself: the one whose proven address is `ADMIN_EMAIL` or, where none is named,
 * the first verified account of a store that had none (`043-operators.ts`). The account of the demo leaves the role
 * to a person: a visitor who looks around first would keep it from those who stay.
 */
export type OperatorRole = ReturnType<typeof createOperatorRole>

type RoleDeps = { adminEmail: string | null; now: () => number }

export function createOperatorRole({ adminEmail, now }: RoleDeps) {
  const named = adminEmail === null ? null : addressKey(adminEmail)

  return {
    /** Runs after an account's address is proven, in the same transaction. */
    async claim(tx: Tx, userId: number): Promise<void> {
      if (named !== null) return grantOperatorTo(tx, named, now())
      if ((await userById(tx, userId))?.email_key === demoEmail) return
      if (await takeUnclaimed(tx)) await grantOperator(tx, userId, now())
    },
    /** Runs at the start: once an address is named, no other account gets the role by itself. */
    async settle(sql: Sql): Promise<void> {
      if (named === null) return
      await takeUnclaimed(sql)
      await grantOperatorTo(sql, named, now())
    },
  }
}
