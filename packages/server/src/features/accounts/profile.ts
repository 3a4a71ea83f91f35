import type { User } from '@mailstop/contract'
import type { AfterCommit, Database, Tx } from '../../db/database.ts'
import type { UserRow } from '../../db/schema.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import { invalid, rateLimited, signedOut } from '../../errors.ts'
import { createAttempts } from '../../lib/attempts.ts'
import { emailKey } from './account-rules.ts'
import { deleteTokens, deleteUser, updateUser, userById } from './account-store.ts'
import { userView } from './account-view.ts'
import type { EmailVerification } from './email-verification.ts'
import type { PasswordCheck } from './password-check.ts'
import type { NotifyOfChange } from './security-notices.ts'
import type { Sessions } from './sessions.ts'

type ProfileDeps = {
  db: Database
  verification: EmailVerification
  sessions: Sessions
  requirePassword: PasswordCheck
  notify: NotifyOfChange
  removeTeamsOf: (tx: Tx, afterCommit: AfterCommit, userId: number) => Promise<void>
  now: () => number
}

type Changes = { name: string; email: string }

/**
 * The signed-in user's own account. A new address counts as unproven until verified, and the old one,
 * if it was proven, is told; links mailed to it are void.
 */
export function createProfile(deps: ProfileDeps) {
  const { db, verification, sessions, requirePassword, notify, removeTeamsOf, now } = deps
  const newAddresses = createAttempts({ limit: 10, windowMs: 60 * 60_000, now })

  async function get(userId: number): Promise<User> {
    return userView(await existing(userId))
  }

  async function update(userId: number, { name, email }: Changes): Promise<User> {
    const user = await existing(userId)
    if (emailKey(email) === user.email_key) await updateUser(db.sql, userId, { name, email })
    else await moveTo(user, { name, email })
    return get(userId)
  }

  async function moveTo(user: UserRow, { name, email }: Changes): Promise<void> {
    // Each try tells whether an address has an account, which strangers are not told at all.
    const wait = newAddresses.take(String(user.id))
    if (wait !== null) throw rateLimited(wait)
    try {
      await db.transaction(async (tx, afterCommit) => {
        const email_key = emailKey(email)
        await updateUser(tx, user.id, { name, email, email_key, email_verified_at: null })
        await deleteTokens(tx, user.id, 'reset_password')
        afterCommit(await verification.prepare(tx, { id: user.id, name, email }))
        if (user.email_verified_at !== null) afterCommit(() => notify(user, 'address_changed'))
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw invalid({ email: ['This address already has an account.'] })
    }
  }

  /** Refused while the user owns teams that others could be in. */
  async function remove(userId: number, password: string): Promise<void> {
    await requirePassword(userId, password, 'password')
    await db.transaction(async (tx, afterCommit) => {
      await removeTeamsOf(tx, afterCommit, userId)
      await sessions.endAllOf([tx, afterCommit], userId)
      await deleteUser(tx, userId)
    })
  }

  async function existing(userId: number): Promise<UserRow> {
    const user = await userById(db.sql, userId)
    if (!user) throw signedOut()
    return user
  }

  return { get, update, remove }
}
