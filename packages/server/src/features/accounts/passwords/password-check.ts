import type { UserActor } from '../../../actor.ts'
import type { Tx } from '../../../db/database.ts'
import { lockUser } from '../../../db/locks.ts'
import type { UserRow } from '../../../db/schema.ts'
import { invalid, signedOut, type Refusal } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Passwords } from './passwords.ts'
import { userById } from '../account-store.ts'
import { confirmedForMs } from '../account-rules.ts'
import { livingSession } from '../sessions/session-store.ts'

/**
 * Asks a signed-in user for their password again before anything that cannot be undone: a browser left open must not
 * be enough, nor be a place to guess from. Wrong passwords are counted for the user, in all their sessions, and apart
 * from logins: a thief of a session cannot stop its owner from logging in and ending it.
 * An account without a password is confirmed by signing in again at its issuer, lately and in this session.
 */
export type PasswordCheck = ReturnType<typeof createPasswordCheck>

/**
 * Runs in the transaction that needs the password, before it changes anything: holds the account, and refuses when
 * its password or the session has changed by now, as after a reset.
 */
export type HoldConfirmed = (tx: Tx) => Promise<UserRow>

const again =
  'This account has no password. Sign in again in your profile, then do this within ten minutes.'

type PasswordCheckDeps = Pick<FeatureDeps, 'db' | 'limiter' | 'now'> & {
  passwords: Passwords
}

export function createPasswordCheck({ db, passwords, limiter, now }: PasswordCheckDeps) {
  const guesses = limiter('password check', { limit: 10, windowMs: 10 * 60_000 })

  /** Refuses as a problem of `field` when the password is wrong. */
  return async function requirePassword(
    { userId, sessionId }: Pick<UserActor, 'userId' | 'sessionId'>,
    password: string,
    field: 'password' | 'current_password',
  ): Promise<HoldConfirmed> {
    const incorrect = () => invalid({ [field]: ['The password is incorrect.'] })
    const user = await userById(db.sql, userId)
    if (!user) throw signedOut()
    if (user.password_hash === '') {
      const session = await livingSession(db.sql, sessionId, now())
      if (now() - (session?.confirmed_at ?? 0) > confirmedForMs) throw invalid({ [field]: [again] })
    } else await confirm(user, password, incorrect)

    return async (tx) => {
      const held = await lockUser(tx, { id: userId, password_hash: user.password_hash })
      if (!held) throw (await userById(tx, userId)) ? incorrect() : signedOut()
      if (!(await livingSession(tx, sessionId, now()))) throw signedOut()
      return held
    }
  }

  async function confirm(user: UserRow, password: string, incorrect: () => Refusal): Promise<void> {
    const userId = user.id
    await guesses.spend(String(userId))
    if (!(await passwords.verify(user.password_hash, password))) throw incorrect()
    await guesses.forget(String(userId))
  }
}
