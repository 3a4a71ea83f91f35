import type { OpenUser } from '../features/accounts/registration/open-mode.ts'
import { firstInbox } from '../lib/first-inbox.ts'
import { createPop3 } from '../pop3/pop3.ts'
import type { Ending } from '../smtp/login-endings.ts'
import type { OpenMail, SmtpAccount, createSmtp } from '../smtp/smtp.ts'
import type { Certificate } from '../lib/tls/certificate.ts'
import type { Features } from './features.ts'
import type { Infrastructure } from './infrastructure.ts'

type Smtp = ReturnType<typeof createSmtp>
export type Pop3 = ReturnType<typeof createPop3>

type ReadingDeps = {
  openUser: OpenUser | null
  open: OpenMail | null
  smtp: Smtp
  certificate: () => Certificate
}

/** Mail clients read an inbox with its SMTP credentials; in open mode any other login reads the first inbox. */
export function createReading(
  { config, shares, log, now }: Infrastructure,
  { credentials, mails }: Features,
  { openUser, open, smtp, certificate }: ReadingDeps,
): Pop3 {
  const { byLogin } = mails.keep
  return createPop3({
    host: config.listenHost,
    ports: config.pop3Ports,
    certificate,
    attempt: smtp.attemptLogin,
    async authenticate(login) {
      // Only the one user of open mode: SMTP_OPEN_TEAM lets apps send without a login, and nobody read.
      const isOpen = openUser !== null && !(await open?.knows(login.username))
      return isOpen ? { id: openUser.teamId } : credentials.authenticate(login)
    },
    list: ({ id, inbox = firstInbox }: SmtpAccount, most) => byLogin.list(id, inbox, most),
    source: ({ id }, mailId) => byLogin.source(id, mailId),
    remove: config.pop3Deletes ? ({ id }, ids) => byLogin.remove(id, ids) : null,
    shares,
    log,
    now,
  })
}

/** What ends with credentials: the sessions of both protocols. */
export const bothSessions = ({ smtp, pop3 }: { smtp: Smtp; pop3: Pop3 }) => ({
  endSessions(ending: Ending): void {
    smtp.endSessions(ending)
    pop3.endSessions(ending)
  },
  removeAccount(accountId: number): void {
    smtp.removeAccount(accountId)
    pop3.endSessions({ accountId })
  },
  accountIds: () => [...new Set([...smtp.accountIds(), ...pop3.accountIds()])],
})
