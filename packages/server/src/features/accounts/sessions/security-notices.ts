import type { Work } from '../../../db/database.ts'
import type { UserRow } from '../../../db/schema.ts'
import type { Mailer } from '../../../mailer/mailer.ts'
import {
  securityNoticeEmail,
  type SecurityChange,
} from '../../../mailer/templates/account-emails.ts'

/** Tells an account's holder of a change, at the address before the change. */
export type NotifyOfChange = (
  work: Work,
  user: UserRow,
  change: SecurityChange,
  /** The user's API tokens that remain. */
  tokens?: number,
) => Promise<void>

type NoticeDeps = { mailer: Pick<Mailer, 'enqueue'>; publicUrl: URL }

export function createSecurityNotices({ mailer, publicUrl }: NoticeDeps): NotifyOfChange {
  return async (work, user, change, tokens = 0) => {
    const resetUrl = new URL('forgot-password', publicUrl)
    const template = securityNoticeEmail(change, { name: user.name, tokens }, resetUrl)
    await mailer.enqueue(work, { kind: change, to: user.email, ...template })
  }
}
