import type { User } from '@mailstop/contract'
import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/schema.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import { invalid, signedOut } from '../../errors.ts'
import type { Limiter } from '../../lib/attempts.ts'
import type { Teams } from '../teams/teams.ts'
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
  limiter: Limiter
  teams: Pick<Teams, 'requireRemovable' | 'removeAllOf'>
  removeTeamMail: (teamId: number) => Promise<void>
}

type Changes = { name: string; email: string; password?: string | undefined }

/**
 * The signed-in user's own account. A new address needs the password, as it could take the account
 * over; it counts as unproven until verified. The old one, if it was proven, is told, and links mailed
 * to it are void.
 */
export function createProfile(deps: ProfileDeps) {
  const { db, verification, sessions, requirePassword, notify, limiter, teams } = deps
  const newAddresses = limiter('new address', { limit: 10, windowMs: 60 * 60_000 })

  async function get(userId: number): Promise<User> {
    return userView(await existing(userId))
  }

  async function update(userId: number, { name, email, password }: Changes): Promise<User> {
    const user = await existing(userId)
    if (emailKey(email) === user.email_key) {
      await updateUser(db.sql, userId, { name, email })
      return get(userId)
    }
    if (password === undefined) throw invalid({ password: ['password is a required field'] })
    await requirePassword(userId, password, 'password')
    await moveTo(user, { name, email })
    return get(userId)
  }

  async function moveTo(user: UserRow, { name, email }: Changes): Promise<void> {
    // Each try tells whether an address has an account, which strangers are not told at all.
    await newAddresses.spend(String(user.id))
    try {
      await db.transaction(async (tx, afterCommit) => {
        const email_key = emailKey(email)
        await updateUser(tx, user.id, { name, email, email_key, email_verified_at: null })
        await deleteTokens(tx, user.id, 'reset_password')
        await verification.send([tx, afterCommit], { id: user.id, name, email })
        const wasProven = user.email_verified_at !== null
        if (wasProven) await notify([tx, afterCommit], user, 'address_changed')
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw invalid({ email: ['This address already has an account.'] })
    }
  }

  /**
   * Refused while the user owns teams that others could be in. Mail goes before the account, in steps,
   * as there may be very much of it; what arrives meanwhile goes with the team.
   */
  async function remove(userId: number, password: string): Promise<void> {
    await requirePassword(userId, password, 'password')
    for (const teamId of await teams.requireRemovable(userId)) await deps.removeTeamMail(teamId)
    await db.transaction(async (tx, afterCommit) => {
      await teams.removeAllOf(tx, afterCommit, userId)
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
