import type { Sender } from './mail-command.ts'
import type { MessageBytes } from './message-bytes.ts'
import type { Notify, Recipient } from './rcpt-command.ts'

/** Only `authenticate` and `receive` know what an account is. */
export type SmtpAccount = { id: number }

/** What MAIL and RCPT said; `delivery` has one entry for each of `to`, in its order. */
export type Envelope = Omit<Sender, 'size'> & {
  to: string[]
  delivery: { notify: Notify[] | null; orcpt: string | null }[]
}

export type Transaction = {
  sender: Sender
  recipients: Recipient[]
  /** Set from the first byte of content on. */
  content: MessageBytes | null
}

/** What a client has said so far. STARTTLS discards all of it (RFC 3207 section 4.2). */
export type SessionState = {
  secure: boolean
  helo: string | null
  account: SmtpAccount | null
  transaction: Transaction | null
  /** Mails begun in this connection. */
  transactions: number
}

export const createState = (secure: boolean): SessionState => ({
  secure,
  helo: null,
  account: null,
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
