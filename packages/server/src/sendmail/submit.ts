import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { relayOptions } from '../mailer/relay.ts'
import { oneLine } from '../mime/text/one-line.ts'
import type { Message } from './sendmail-message.ts'

type Sent = Omit<Message, 'source'> & { source: Buffer | Readable }
type Outcome = { ok: true } | { ok: false; reason: string; isTemporary: boolean }

const longestReason = 1_000
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Sends a message to the server of a URL; `?verify=false` takes any certificate, such as the one that Mailstop
 * makes for itself. On this machine TLS protects nothing, and is not asked for.
 */
export async function submit(address: string, { from, to, source }: Sent): Promise<Outcome> {
  const url = new URL(address)
  const verifies = url.searchParams.get('verify') !== 'false'
  const isHere = url.protocol === 'smtp:' && loopback.test(url.hostname)
  const transport = createTransport({
    ...relayOptions(address),
    tls: { rejectUnauthorized: verifies },
    ignoreTLS: isHere,
  })
  try {
    const envelope = { from, to, use8BitMime: true }
    const { rejected } = await transport.sendMail({ envelope, raw: source })
    if (rejected.length === 0) return { ok: true }
    const reason = `The server refused ${rejected.map(String).join(', ')}; the others were sent.`
    return { ok: false, reason: oneLine(reason, longestReason), isTemporary: false }
  } catch (error) {
    const { message, responseCode } = error as Error & { responseCode?: number }
    // Without an answer the server may accept the same mail the next time.
    const isTemporary = responseCode === undefined || responseCode < 500
    const who = `${url.hostname}:${url.port || (url.protocol === 'smtps:' ? 465 : 25)}`
    const text = responseCode === undefined ? `${who} cannot be reached: ${message}` : message
    return { ok: false, reason: oneLine(text, longestReason), isTemporary }
  }
}
