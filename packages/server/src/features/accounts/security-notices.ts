import type { AfterCommit, Tx } from '../../db/database.ts'
import type { UserRow } from '../../db/schema.ts'
import type { Mailer } from '../../mailer/mailer.ts'
import {
  securityNoticeLetter,
  type SecurityChange,
} from '../../mailer/templates/security-notice-letter.ts'

/** Tells an account's holder of a change to it, at the address it has before the change. */
export type NotifyOfChange = (
  work: [Tx, AfterCommit],
  user: UserRow,
  change: SecurityChange,
) => Promise<void>

type NoticeDeps = { mailer: Pick<Mailer, 'enqueue'>; publicUrl: URL }

export function createSecurityNotices({ mailer, publicUrl }: NoticeDeps): NotifyOfChange {
  return async (work, user, change) => {
    const letter = securityNoticeLetter(change, user, new URL('/forgot-password', publicUrl))
    await mailer.enqueue(work, { kind: change, to: user.email, ...letter })
  }
}
