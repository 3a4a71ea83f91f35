import type { PasswordProof } from '../../lib/secrets/password-proof.ts'
import type { LabQuestion } from '../lab/lab-decision.ts'
import type { Sender } from './mail-command.ts'
import type { MessageBytes } from '../reading/message-bytes.ts'
import type { Notify, Recipient } from './rcpt-command.ts'
import type { LoginRefusal } from './replies.ts'

/** Only `authenticate` and `receive` know what an account and its inbox are. */
export type SmtpAccount = {
  id: number
  inbox?: number
  /** The person who answers for mail of this login; without one, the address of the client does. */
  user?: string
  /** When the login ends. */
  until?: number
  /** Whether it takes mail for an address; missing: for every one. */
  takes?: (recipient: string) => boolean
  /** Mails that it takes within a minute. */
  perMinute?: number
  isArchived?: boolean
}

/** The envelope of MAIL and RCPT; `delivery` has one entry for each of `to`, in its order. */
export type Envelope = Omit<Sender, 'size'> & {
  to: string[]
  delivery: { notify: Notify[] | null; orcpt: string | null }[]
}

export type Transaction = {
  sender: Sender
  recipients: Recipient[]
  /** Characters of the accepted RCPT commands. */
  envelopeCharacters: number
  /** The last reply that refused a recipient; null when none was refused. */
  recipientsRefused: string | null
  /** The code in the addresses of a client without a login; null before the first. */
  code: string | null
  /** Set from the first byte of content on. */
  content: MessageBytes | null
}

/** The state of a client's dialogue. STARTTLS discards all of it (RFC 3207 section 4.2). */
export type SessionState = {
  secure: boolean
  helo: string | null
  account: SmtpAccount | null
  isLoggedIn: boolean
  /** Whether mail to the domains of teams is taken from this client without a login. */
  takesStrangers: boolean
  /** The team of the last recipient of such a client; it outlives the transaction. */
  addressed: SmtpAccount | null
  /** The user name of an accepted login, cut where it is very long; null without one. */
  login: string | null
  transaction: Transaction | null
  /** Mails begun in this connection. */
  transactions: number
}

/** `open` gets the mail of a client that does not log in; null: it needs a domain of a team, or is refused. */
export const createState = (
  secure: boolean,
  open: SmtpAccount | null,
  takesStrangers: boolean,
): SessionState => ({
  secure,
  helo: null,
  account: open,
  isLoggedIn: false,
  takesStrangers,
  addressed: null,
  login: null,
  transaction: null,
  transactions: 0,
})

export function envelopeOf({ sender, recipients }: Transaction): Envelope {
  const { from, body, smtputf8, ret, envid } = sender
  return {
    from,
    to: recipients.map(({ address }) => address),
    body,
    smtputf8,
    ret,
    envid,
    delivery: recipients.map(({ notify, orcpt }) => ({ notify, orcpt })),
  }
}

/** A mail that has arrived whole. */
export type CaughtMail = {
  account: SmtpAccount
  login: string | null
  /** The client has no login: only its address identifies it. */
  isFromStranger: boolean
  envelope: Envelope
  source: Uint8Array<ArrayBuffer>
  helo: string
  tls: boolean
} & Dialogue

/** The dialogue so far (`transcript.ts`), with one time for each line. */
export type Dialogue = { transcript: string; transcriptTimes: number[] }

/** Set once the client was asked to try again, because no answer came in time. */
export type AbortFlag = { aborted: boolean }

export type AnonymousFailure = 'login_failed' | 'login_missing' | 'tls_missing' | 'unexpected_tls'

/** How a mail ended without an answer to it. Scenarios cause the last two. */
export type MailEnd = 'client_left' | 'timed_out' | 'dropped' | 'unanswered'

/** Whose a mail is, or a login. */
export type MailOwner = {
  account: SmtpAccount | null
  /** The user name, cut where it is very long; null without a login. */
  login: string | null
  /** The client has no login: its recipients alone name the account. */
  isStranger: boolean
  /** The scenario that acted last. */
  scenario: string | null
}

/**
 * Why a session, or one attempt in it, ended without a mail; or, with the id of a mail, why that mail was stored
 * without some of its recipients, or without an answer to it. Without an account, nobody was logged in.
 */
export type SessionFailure = Dialogue &
  Omit<MailOwner, 'account'> & { reply: string; mailId: number | null } & (
    | { account: null; failure: AnonymousFailure }
    | { account: SmtpAccount; failure: 'mail_refused' | 'login_refused' | MailEnd }
  )

/** The progress of the client, which moves its deadlines. */
export type Progress = {
  /** Complete lines read: a client that adds to them is not idle. */
  lines: number
  mailsBegun: number
  receiving: boolean
  /** Bytes of content, of all mails so far. */
  contentRead: number
}

/** The next step of the caller. After `read` the session needs bytes, after all others an answer. */
export type Next =
  | { kind: 'read' }
  | { kind: 'authenticate'; username: string; password: PasswordProof }
  | { kind: 'find-team'; code: string }
  | { kind: 'deliver'; mail: CaughtMail }
  | { kind: 'start-tls' }
  | { kind: 'pause'; ms: number }
  | { kind: 'lab'; question: LabQuestion }
  /** Ends the connection without another word. */
  | { kind: 'drop'; how: 'close' | 'reset' }
  | { kind: 'close' }

/** Send `output` to the client first, then do `next`. */
export type Step = { output: string; next: Next }

/** `own`: a login that this process made for itself, and that leaves no trace. */
export type AcceptedLogin = SmtpAccount & { own?: true }

/** The username and the password are right, and may not be used. */
export type RefusedLogin = { account: SmtpAccount; refused: LoginRefusal }

/** `wrong-again`: this client was wrong too often, so each connection has only one guess. */
export type AuthAnswer = AcceptedLogin | RefusedLogin | 'wrong' | 'wrong-again' | 'unavailable'
export type TeamAnswer = SmtpAccount | 'unknown' | 'unavailable'
export type DeliveryAnswer = { id: number } | { refused: string }
