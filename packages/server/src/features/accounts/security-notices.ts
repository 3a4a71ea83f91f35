import type { UserRow } from '../../db/schema.ts'
import type { Mailer } from '../../mailer/mailer.ts'
import {
  securityNoticeLetter,
  type SecurityChange,
} from '../../mailer/templates/security-notice-letter.ts'

/** Tells an account's holder of a change to it, at the address it had before the change. */
export type NotifyOfChange = (user: UserRow, change: SecurityChange) => void

export function createSecurityNotices(deps: { mailer: Mailer; publicUrl: URL }): NotifyOfChange {
  return (user, change) => {
    const url = new URL('/forgot-password', deps.publicUrl)
    deps.mailer.send({ to: user.email, ...securityNoticeLetter(change, user, url) })
  }
}
