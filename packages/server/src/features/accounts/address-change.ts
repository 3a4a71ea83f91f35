import type { Work } from '../../db/database.ts'
import { lockUser } from '../../db/locks.ts'
import type { UserRow } from '../../db/schema.ts'
import { isUniqueViolation } from '../../db/store-faults.ts'
import { conflict, signedOut } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { addressKey } from '../../lib/network/address-key.ts'
import type { Passwords } from './passwords/passwords.ts'
import { addressTakenEmail } from '../../mailer/templates/account-emails.ts'
import { newAddressEmail } from '../../mailer/templates/account-emails.ts'
import { linkLifetimeMs } from './account-rules.ts'
import { deleteTokens, moveUser, updateUser, userByEmail } from './account-store.ts'
import type { OperatorRole } from './operator-role.ts'
import type { HoldConfirmed } from './passwords/password-check.ts'
import type { NotifyOfChange } from './sessions/security-notices.ts'
import type { IssueLink } from './registration/verification-links.ts'

/**
 * Changes the address of an account. The account keeps its address until the link mailed to the new one is confirmed,
 * so that a mistyped address locks no user out. The answer, the work and its time do not show whether the new address
 * has an account; the holder of a taken address gets a notice instead of the link. A verified old address gets an
 * email when the change is requested and another when it is made.
 */
export type AddressChange = ReturnType<typeof createAddressChange>

type AddressChangeDeps = Pick<FeatureDeps, 'db' | 'mailer' | 'limiter' | 'publicUrl' | 'now'> & {
  passwords: Passwords
  issueLink: IssueLink
  notify: NotifyOfChange
  operatorRole: OperatorRole
}

export function createAddressChange(deps: AddressChangeDeps) {
  const { db, mailer, limiter, passwords, publicUrl, issueLink, notify } = deps
  const { operatorRole, now } = deps
  const byUser = limiter('new address', { limit: 10, windowMs: 60 * 60_000 })
  const byAddress = limiter('link to new address', { limit: 6, windowMs: 10 * 60_000 })
  const notices = limiter('tell holder of wanted address', { limit: 2, windowMs: 60 * 60_000 })

  /**
   * Changes the name at once. `holdConfirmed` holds the account with the checked password; null: the link asks for
   * it. False when the account has moved to that address meanwhile: nothing is changed then.
   */
  async function ask(
    { id }: UserRow,
    wanted: { name: string; email: string },
    holdConfirmed: HoldConfirmed | null,
  ): Promise<boolean> {
    await byUser.spend(String(id))
    return mailLink({ id, ...wanted }, async (work) => {
      const user = await (holdConfirmed?.(work[0]) ?? lockUser(work[0], { id }))
      if (!user) throw signedOut()
      const pending_unconfirmed = holdConfirmed ? 0 : 1
      const { name, email } = wanted
      if (addressKey(email) === user.email_key) return false
      await updateUser(work[0], user.id, { name, pending_email: email, pending_unconfirmed })
      if (user.email_verified_at !== null) await notify(work, user, 'address_change_asked')
      return true
    })
  }

  const askAgain = (user: UserRow, pending: string) => mailLink({ ...user, email: pending })

  /** Returns what `keep` says; false mails no link. */
  async function mailLink(
    wanted: { id: number; name: string; email: string },
    keep: (work: Work) => Promise<boolean> = async () => true,
  ): Promise<boolean> {
    const key = addressKey(wanted.email)
    await byAddress.spend(key)
    const mayNotifyHolder = await notices.take(key)
    const mail = db.transaction(async (tx, afterCommit) => {
      if (!(await keep([tx, afterCommit]))) return false
      // A link to a taken address is not mailed.
      const url = await issueLink(tx, wanted)
      const holder = await userByEmail(tx, key)
      const template = holder
        ? addressTakenEmail(new URL('login', publicUrl))
        : newAddressEmail(wanted, url, linkLifetimeMs / 60_000)
      const to = holder && !mayNotifyHolder ? null : wanted.email
      const kind = holder ? 'address_taken' : 'verification'
      await mailer.enqueue([tx, afterCommit], { kind, to, ...template })
      return true
    })
    // A hash, which takes much longer, hides the small difference in the work.
    const [isKept] = await Promise.all([mail, passwords.verify(null, wanted.email)])
    return isKept
  }

  /**
   * Makes the change of a confirmed link; false when the user no longer wants it. Only a reader of
   * the new mailbox gets here, so the answer may say that the address was taken meanwhile.
   * `holdConfirmed` is null where the password was checked when the change was asked for.
   */
  async function complete(
    userId: number,
    email: string,
    holdConfirmed: HoldConfirmed | null,
  ): Promise<boolean> {
    try {
      return await db.transaction(async (tx, afterCommit) => {
        const user = await (holdConfirmed?.(tx) ?? lockUser(tx, { id: userId }))
        // Another request may have come meanwhile, without the password.
        if (user?.pending_unconfirmed === 1 && holdConfirmed === null) return false
        const to = { email, email_key: addressKey(email), at: now() }
        if (!user || !(await moveUser(tx, userId, to))) return false
        await operatorRole.claim(tx, userId)
        await deleteTokens(tx, userId, 'reset_password')
        if (user.email_verified_at !== null) {
          await notify([tx, afterCommit], user, 'address_changed')
        }
        return true
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      await cancel(userId)
      throw conflict('Another account uses this address now. Your account keeps its old address.')
    }
  }

  /** Voids the link as well, since the change is cancelled. */
  async function cancel(userId: number): Promise<void> {
    await updateUser(db.sql, userId, { pending_email: null })
  }

  return { ask, askAgain, complete, cancel }
}
