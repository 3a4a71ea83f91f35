import type { MailTerms } from '../lib/mail-terms.ts'
import type { WantedPort, WantedSocket } from '../lib/network/smtp-ports.ts'
import type { PasswordProof } from '../lib/secrets/password-proof.ts'
import type { AuthThrottleOptions } from './limits/auth-throttle.ts'
import type { SmtpLab, SmtpLog } from './connection-deps.ts'
import type { FailureOptions } from './failures/failures.ts'
import type { SmtpLimits } from './limits/limits.ts'
import type { MailRefusal } from './session/replies.ts'
import type { AbortFlag, CaughtMail, RefusedLogin, SmtpAccount } from './session/session-state.ts'

/** A mail whose content has arrived whole. `source` is given away, and nearly fills its buffer. */
export type ReceivedMessage = CaughtMail & {
  /** The team and the inbox of the account. */
  teamId: number
  inbox?: number
  /** Whether it may be sent on. */
  followsRules: boolean
  receivedAt: number
  remoteAddress: string
  /** The user who answers for it; users take turns at the store. */
  user: string
  /** Aborted once the client got a refusal: the mail must not be stored any more. */
  givenUp: Readonly<AbortFlag>
}

/**
 * Takes mail without a login, or with an unknown one. Such a login is no guess: it is neither counted nor slowed
 * down.
 */
export type OpenMail = {
  /** Null: this client has to log in. */
  accountFor(remoteAddress: string): SmtpAccount | null
  /** Whether an account has the user name, so that its password has to be right. */
  knows(username: string): Promise<boolean>
}

/** Takes mail without a login whose recipients are in the domain of one team. */
export type TeamDomains = {
  /** The domain of a team is its code, a dot, and this. */
  domain: string
  /** Null: no team has the code. `client` is its address group. */
  accountOf(code: string, client: string): Promise<SmtpAccount | null>
}

export type SmtpOptions = {
  /** Host to listen on (`listenAddresses`); every address of this machine when left out. */
  host?: string | null
  /** 0 picks a free port. TLS from the first byte is implicit TLS (RFC 8314 section 3.3). */
  ports: readonly WantedPort[]
  /** Unix sockets beside them. */
  sockets?: readonly WantedSocket[]
  /** Addresses and CIDR ranges of load balancers, whose connections begin with a header of the PROXY protocol. */
  proxies?: string[]
  /** The name of the server in greetings. */
  hostname: string
  /** PEM; asked before each handshake, so that a renewed certificate needs no restart. */
  certificate: () => { key: string; cert: string }
  authenticate(attempt: {
    username: string
    password: PasswordProof
    remoteAddress: string
  }): Promise<SmtpAccount | RefusedLogin | null>
  /** Whether clients have to begin TLS before they log in or send mail. */
  requiresTls?: boolean
  /** Which envelopes are taken; missing: all. */
  terms?: MailTerms
  /** Decides which mail without a known login is accepted, and for which account. */
  open?: OpenMail
  teamDomains?: TeamDomains | null
  /** Why the account can take no mail, so that it is refused before it is sent; asked once for each mail. */
  refusalOf?(account: SmtpAccount): MailRefusal | null
  /** Makes replies fail on purpose. */
  lab?: SmtpLab
  /** Gets the sessions that failed; null: nobody looks at them. */
  failures?: FailureOptions | null
  /** Exchanges the number of failed logins with other processes; without it each counts its own. */
  shareAuthFailures?: NonNullable<AuthThrottleOptions['share']>
  /** Resolves only when the mail is durable: only then the client gets its 250. */
  receive(message: ReceivedMessage): Promise<{ id: number }>
  /** How long a mail took to be stored, in milliseconds. */
  onStored?(ms: number): void
  limits?: Partial<SmtpLimits>
  log: SmtpLog
  now?: () => number
  /** A monotonic clock in milliseconds, for deadlines: changes of the system time do not affect it. */
  elapsed?: () => number
}
