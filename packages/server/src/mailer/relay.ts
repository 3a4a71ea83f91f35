import { oneLine } from '../mime/text/one-line.ts'
import { compose } from './compose.ts'
import type { OutgoingMail } from './outgoing-mail.ts'

/** Hands one mail on and returns the answer, on one short line; throws when it was not taken. */
export type Deliver = (outgoing: {
  /** The same at every attempt; the Message-ID is made of it. */
  id: string
  createdAt: number
  mail: OutgoingMail
}) => Promise<string>

const longestAnswer = 1_000

/**
 * Hands mail to the one relay that the operator names, over a connection of its own. The relay's
 * reply or error is returned as one short line: it is stored, shown and logged.
 */
export function deliverToRelay(mailUrl: string, mailFrom: string): Deliver {
  const options = relayOptions(mailUrl)
  return async (outgoing) => {
    try {
      // Loaded only when there is mail to send.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(options)
      const { response } = await transport.sendMail(compose(outgoing, mailFrom))
      return oneLine(response, longestAnswer)
    } catch (error) {
      if (error instanceof Error) error.message = oneLine(error.message, longestAnswer)
      throw error
    }
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Nodemailer's options for a relay. Certificates are always verified, and a password leaves this
 * machine over TLS only: without `requireTLS` a machine in between could strip STARTTLS.
 */
export function relayOptions(mailUrl: string) {
  const url = new URL(mailUrl)
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    requireTLS: url.username !== '' && !loopback.has(url.hostname),
    tls: { rejectUnauthorized: true },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  }
}

/**
 * Whether a relay refused this very message for good: a 5xx for its envelope or its contents (RFC
 * 5321 section 4.2.1). The operator has to fix a refused log in or greeting, so it is tried again.
 */
export function isRefusedForGood(error: unknown): boolean {
  return isAboutMessage(error) && error.responseCode >= 500
}

/** Whether a relay answered to this message; otherwise other messages would fail as well. */
export function isAboutMessage(error: unknown): error is Error & { responseCode: number } {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  const { code, responseCode } = error
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number'
}
