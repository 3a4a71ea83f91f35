import type { Database } from '../../db/database.ts'
import { invalid, rateLimited } from '../../errors.ts'
import { createAttempts } from '../../lib/attempts.ts'
import type { Passwords } from '../../lib/passwords.ts'
import { randomToken, sha256Hex } from '../../lib/tokens.ts'
import type { Mailer } from '../../mailer/mailer.ts'
import { passwordResetLetter } from '../../mailer/templates/password-reset-letter.ts'
import { emailKey, linkLifetimeMs, mayReset } from './account-rules.ts'
import {
  deleteTokens,
  findToken,
  replaceToken,
  takeToken,
  updateUser,
  userByEmail,
  userById,
} from './account-store.ts'
import type { PasswordCheck } from './password-check.ts'
import type { NotifyOfChange } from './security-notices.ts'
import type { Sessions, SignedIn } from './sessions.ts'

type PasswordChangeDeps = {
  db: Database
  mailer: Mailer
  passwords: Passwords
  publicUrl: URL
  sessions: Sessions
  requirePassword: PasswordCheck
  notify: NotifyOfChange
  now: () => number
}

/**
 * New passwords: by who knows the old one, or by who reads the account's mailbox. Either way every
 * other session ends, links that were mailed before are void, and the holder is told.
 */
export function createPasswordChange(deps: PasswordChangeDeps) {
  const { db, mailer, passwords, publicUrl, sessions, requirePassword, notify, now } = deps
  const requests = createAttempts({ limit: 30, windowMs: 60_000, now })
  const links = createAttempts({ limit: 5, windowMs: 60 * 60_000, now })
  const resets = createAttempts({ limit: 30, windowMs: 60_000, now })

  async function change(
    caller: SignedIn,
    body: { current_password: string; password: string },
  ): Promise<void> {
    const user = await requirePassword(caller.userId, body.current_password, 'current_password')
    const password_hash = await passwords.hash(body.password)
    await db.transaction(async (tx, afterCommit) => {
      await updateUser(tx, user.id, { password_hash })
      await deleteTokens(tx, user.id, 'reset_password')
      await sessions.endAllOf([tx, afterCommit], user.id, caller.sessionId)
      afterCommit(() => notify(user, 'password_changed'))
    })
  }

  /** Mails a link if the address has an account; the caller is told the same either way. */
  async function requestReset(email: string, clientAddress: string): Promise<void> {
    const wait = requests.take(clientAddress)
    if (wait !== null) throw rateLimited(wait)
    // The hash takes longer than the rest and hides whether there was any.
    await Promise.all([mailLink(email), passwords.verify(null, email)])
  }

  async function mailLink(email: string): Promise<void> {
    const user = await userByEmail(db.sql, emailKey(email))
    if (!user || links.take(user.email_key) !== null) return
    const token = randomToken()
    const url = new URL(`/reset-password/${token}`, publicUrl)
    url.searchParams.set('email', user.email)
    await db.transaction(async (tx, afterCommit) => {
      await replaceToken(tx, {
        id: sha256Hex(token),
        user_id: user.id,
        purpose: 'reset_password',
        email: user.email,
        created_at: now(),
        expires_at: now() + linkLifetimeMs,
      })
      const letter = passwordResetLetter(user, url, linkLifetimeMs / 60_000)
      afterCommit(() => mailer.send({ to: user.email, ...letter }))
    })
  }

  async function reset(
    body: { token: string; email: string; password: string },
    clientAddress: string,
  ): Promise<void> {
    const wait = resets.take(clientAddress)
    if (wait !== null) throw rateLimited(wait)
    const noLongerValid = invalid({ email: ['This password reset link is no longer valid.'] })
    const id = sha256Hex(body.token)
    const found = await findToken(db.sql, id, 'reset_password')
    const user =
      found && mayReset(found, body.email, now()) && (await userById(db.sql, found.user_id))
    if (!user) throw noLongerValid
    const password_hash = await passwords.hash(body.password)
    await db.transaction(async (tx, afterCommit) => {
      if (!(await takeToken(tx, id))) throw noLongerValid
      await updateUser(tx, user.id, { password_hash })
      await sessions.endAllOf([tx, afterCommit], user.id)
      afterCommit(() => notify(user, 'password_changed'))
    })
  }

  return { change, requestReset, reset }
}
