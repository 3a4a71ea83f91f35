import { z } from 'zod'
import { openBytes, sealBytes } from '../lib/secrets/secrets.ts'

/**
 * What the outbox takes: an email template of the product's own, or a message that is finished (RFC 5322) and
 * goes out byte for byte. `kind` names it in the log and the metrics. At rest it is encrypted, since
 * the links in templates are as good as passwords.
 */
export type OutgoingMail =
  | z.output<typeof systemMail>
  | (z.output<typeof finishedMessage> & { source: Uint8Array })

export type SealedMail = { message: Uint8Array | null; source: Uint8Array | null }

const anyMail = z.object({
  kind: z.string(),
  /** The link that lets the recipient stop mail that others cause. Once stopped, it is not sent. */
  stopUrl: z.string().optional(),
})
const systemMail = anyMail.extend({
  /** Null has no recipient: it goes the same way and is dropped, so that the time reveals nothing. */
  to: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** The link to open; printed when there is no relay. */
  link: z.string().optional(),
})
const finishedMessage = anyMail.extend({
  /** One recipient each, so that a relay's answer is for the whole message. */
  envelope: z.object({ from: z.string(), to: z.string() }),
})
const kept = z.union([systemMail, finishedMessage])

/** Encrypted for the row of this id alone. */
export function sealMail(key: Uint8Array, id: string, mail: OutgoingMail) {
  const { source = null, ...message } = 'source' in mail ? mail : { ...mail, source: null }
  const bytes = Buffer.from(JSON.stringify(message))
  return {
    message: sealBytes(key, `outbox:${id}`, bytes),
    source: source && sealBytes(key, `outbox-source:${id}`, source),
  }
}

/** Throws when it was sealed with another key or for another row. */
export function openMail(key: Uint8Array, id: string, sealed: SealedMail): OutgoingMail {
  if (!sealed.message) throw new Error(`The outbox holds no message ${id}`)
  const bytes = openBytes(key, `outbox:${id}`, sealed.message)
  const message = kept.parse(JSON.parse(Buffer.from(bytes).toString()))
  if (!('envelope' in message)) return message
  if (!sealed.source) throw new Error(`The outbox holds no source of message ${id}`)
  return { ...message, source: openBytes(key, `outbox-source:${id}`, sealed.source) }
}
