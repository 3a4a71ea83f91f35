import type { SecureContext } from 'node:tls'
import type { MailTerms } from '../lib/mail-terms.ts'
import type { PasswordProof } from '../lib/secrets/password-proof.ts'
import type { OfferedContent } from '../mime/offered-content.ts'
import type { Lab } from './lab/lab.ts'
import type { ByteBudget } from './limits/byte-budget.ts'
import type { SmtpLimits } from './limits/limits.ts'
import type { MailRefusal } from './session/replies.ts'
import type {
  AbortFlag,
  AuthAnswer,
  CaughtMail,
  DeliveryAnswer,
  Dialogue,
  SessionFailure,
  SmtpAccount,
  TeamAnswer,
} from './session/session-state.ts'
import type { StrangerMail } from './stranger-mail.ts'

/** The used part of pino. */
export type SmtpLog = Record<'info' | 'warn' | 'error', (details: object, text: string) => void>

export type ConnectionDeps = {
  remoteAddress: string
  /** The address group of the client. */
  group: string
  hostname: string
  limits: SmtpLimits
  requiresTls: boolean
  terms: MailTerms
  refusalOf: (account: SmtpAccount) => MailRefusal | null
  /** Gets the mail of this client if it does not log in. */
  open: SmtpAccount | null
  /** Takes its mail by its recipients if it does not log in; null: a login is needed. */
  strangers: StrangerMail | null
  findTeam: (code: string) => Promise<TeamAnswer>
  /** Makes replies fail on purpose; null: none does. */
  lab: SmtpLab | null
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number
  log: SmtpLog
  budget: ByteBudget
  secureContext: () => SecureContext
  /** `isWanted` says whether the client still waits for the answer. */
  authenticate: (
    username: string,
    password: PasswordProof,
    isWanted: () => boolean,
  ) => Promise<AuthAnswer>
  /** Called once, when the client begins its first mail. */
  mailBegan: () => void
  deliver: (mail: CaughtMail, givenUp: Readonly<AbortFlag>) => Promise<DeliveryAnswer>
  failed: (failure: SessionFailure) => void
  /**
   * The client ended the connection after it had seen the certificate. `reason` is the alert of its TLS library, if
   * it sent one.
   */
  distrusted: (dialogue: Dialogue, reason: string | null) => void
  closed: () => void
}

/** The lab, and what it needs to know of a mail. */
export type SmtpLab = Lab & { describe: (source: Uint8Array) => OfferedContent }
