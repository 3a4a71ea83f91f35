import type { Database, Tx } from '../../db/database.ts'
import type { Passwords } from '../../lib/passwords.ts'
import { emailKey } from './account-rules.ts'
import { insertUser, setPasswordHash, userByEmail } from './account-store.ts'

type Deps = {
  db: Database
  passwords: Passwords
  createPersonalTeam: (tx: Tx, user: { id: number; name: string }) => Promise<unknown>
  now: () => number
}

/**
 * An account that the operator hands out from the terminal: its address needs no proof. One that
 * exists gets the new password.
 */
export function createProvidedAccounts({ db, passwords, createPersonalTeam, now }: Deps) {
  return async function provide(account: { name: string; email: string; password: string }) {
    const hash = await passwords.hash(account.password)
    return db.transaction(async (tx) => {
      const id = await insertUser(tx, {
        name: account.name,
        email: account.email,
        email_key: emailKey(account.email),
        password_hash: hash,
        email_verified_at: now(),
        created_at: now(),
      })
      if (id !== null) {
        await createPersonalTeam(tx, { id, name: account.name })
        return { userId: id, isNew: true }
      }
      const user = await userByEmail(tx, emailKey(account.email))
      if (!user) throw new Error(`${account.email} has an account that cannot be found`)
      await setPasswordHash(tx, user.id, hash)
      return { userId: user.id, isNew: false }
    })
  }
}
