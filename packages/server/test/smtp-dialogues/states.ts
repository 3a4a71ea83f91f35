import type { SmtpLimits } from '../../src/smtp/limits/limits.ts'
import { authPlain } from '../clients/smtp-harness.ts'

/** What the client sends, and how each reply to it begins. */
export type Exchange = [send: string, ...replies: string[]]
export type Dialogue = { title: string; steps: Exchange[]; limits?: Partial<SmtpLimits> }

export const ehlo: Exchange = ['EHLO client.test', '250 mail.test']
const auth: Exchange = [authPlain(), '235 2.7.0']
export const mail: Exchange = ['MAIL FROM:<a@example.com>', '250 2.1.0']
export const rcpt: Exchange = ['RCPT TO:<b@example.com>', '250 2.1.5']
const chunk: Exchange = ['BDAT 5\r\nhello', '250 2.0.0 5 bytes']
export const content: Exchange = ['Subject: x\r\n\r\nhello\r\n.', '250 2.0.0 Ok: queued as']

/** A conversation up to a certain point. */
export const states = {
  fresh: [],
  helo: [['HELO client.test', '250 mail.test']],
  greeted: [ehlo],
  authenticated: [ehlo, auth],
  mail: [ehlo, auth, mail],
  recipient: [ehlo, auth, mail, rcpt],
  chunk: [ehlo, auth, mail, rcpt, chunk],
  delivered: [ehlo, auth, mail, rcpt, ['DATA', '354'], content],
} satisfies Record<string, Exchange[]>
export type State = keyof typeof states

/** STARTTLS is refused where TLS is already active. */
export const startTls: Dialogue[] = Object.entries(states).map(([state, steps]) => ({
  title: `STARTTLS when ${state}`,
  steps: [...steps, ['STARTTLS', '503 5.5.1'], ['STARTTLS now', '501 5.5.4']],
}))

export const long = (length: number) => 'x'.repeat(length)
