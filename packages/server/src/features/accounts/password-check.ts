import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/schema.ts'
import { invalid, signedOut } from '../../errors.ts'
import type { Limiter } from '../../lib/attempts.ts'
import type { Passwords } from '../../lib/passwords.ts'
import { userById } from './account-store.ts'

/**
 * Asks a signed-in user for their password once more, before what cannot be undone: a browser left
 * open must not be enough, nor be a place to guess from.
 */
export type PasswordCheck = ReturnType<typeof createPasswordCheck>

type PasswordCheckDeps = { db: Database; passwords: Passwords; limiter: Limiter }

export function createPasswordCheck({ db, passwords, limiter }: PasswordCheckDeps) {
  const guesses = limiter('password check', { limit: 10, windowMs: 10 * 60_000 })

  /** The user, when the password is theirs; refused as a problem of `field` when not. */
  return async function requirePassword(
    userId: number,
    password: string,
    field: 'password' | 'current_password',
  ): Promise<UserRow> {
    const user = await userById(db.sql, userId)
    if (!user) throw signedOut()
    await guesses.spend(String(userId))
    if (!(await passwords.verify(user.password_hash, password))) {
      throw invalid({ [field]: ['The password is incorrect.'] })
    }
    await guesses.forget(String(userId))
    return user
  }
}
