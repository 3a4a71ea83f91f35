import type { Tx } from '../../../db/database.ts'
import { conflict } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { OperatorRole } from '../operator-role.ts'
import { insertUser, updateUser, userByEmail } from '../account-store.ts'
import type { Sessions } from '../sessions/sessions.ts'

type Deps = Pick<FeatureDeps, 'db' | 'now'> & {
  passwords: Passwords
  sessions: Sessions
  operatorRole: OperatorRole
  createPersonalTeam: (tx: Tx, user: { id: number; name: string }) => Promise<unknown>
}

/**
 * Makes an account that the operator hands out from the terminal: its address needs no proof. An existing account
 * with another password gets this one, which ends its sessions, or with `newOnly` is refused.
 */
export function createProvidedAccounts(deps: Deps) {
  const { db, passwords, sessions, createPersonalTeam, operatorRole, now } = deps
  return async function provide(
    account: { name: string; email: string; password: string },
    { newOnly = false } = {},
  ) {
    const known = await userByEmail(db.sql, addressKey(account.email))
    const taken = conflict(`${account.email} already has an account.`)
    if (known && newOnly) throw taken
    if (
      known?.email_verified_at &&
      (await passwords.verify(known.password_hash, account.password))
    ) {
      return { userId: known.id, isNew: false }
    }
    const password_hash = await passwords.hash(account.password)
    return db.transaction(async (tx, afterCommit) => {
      const id = await insertUser(tx, {
        name: account.name,
        email: account.email,
        email_key: addressKey(account.email),
        password_hash,
        email_verified_at: now(),
        created_at: now(),
      })
      if (id !== null) {
        await createPersonalTeam(tx, { id, name: account.name })
        await operatorRole.claim(tx, id)
        return { userId: id, isNew: true }
      }
      if (newOnly) throw taken
      const user = await userByEmail(tx, addressKey(account.email))
      if (!user) throw new Error(`${account.email} has an account that cannot be found`)
      const email_verified_at = user.email_verified_at ?? now()
      await updateUser(tx, user.id, { password_hash, email_verified_at, pending_email: null })
      await operatorRole.claim(tx, user.id)
      await sessions.endAllOf([tx, afterCommit], user.id)
      return { userId: user.id, isNew: false }
    })
  }
}
