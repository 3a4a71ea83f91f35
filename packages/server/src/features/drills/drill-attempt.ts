import { hash } from 'node:crypto'
import type { LabPoint } from '@mailstop/contract'
import type { OfferedContent } from '../../mime/offered-content.ts'
import type { LabEvent } from '../../smtp/lab/lab-decision.ts'

/** One time that a client offered a mail. */
export type DrillAttempt = {
  /** Milliseconds since 1970. */
  at: number
  point: LabPoint
  /** `deferred`: 4xx, `refused`: 5xx. `stored`: it was accepted, and is in the inbox if `mailId` names it. */
  outcome: 'stored' | 'deferred' | 'refused' | 'dropped'
  /** False where the client has not heard that its mail is stored. */
  isAcknowledged: boolean
  /** Names the transaction; null where the mail is known from the inbox alone. */
  transaction: string | null
  sender: string | null
  /** A refusal at RCPT has the one that was refused; of many, those that are first by the alphabet. */
  recipients: readonly string[]
  /** What the mail is known by, the surest first; empty where its content did not come. */
  identities: readonly string[]
  subject: string | null
  /** The reply of a refusal. */
  reply: string | null
  /** The beginning of a text that is not in the inbox. */
  excerpt: string | null
  mailId: number | null
}

const mostRecipients = 50

/** Takes the first by the alphabet, so that each try keeps the same ones. */
const kept = (recipients: readonly string[]): readonly string[] =>
  recipients.length <= mostRecipients
    ? recipients
    : [...new Set(recipients.map((each) => each.toLowerCase()))].toSorted().slice(0, mostRecipients)

/** The Message-ID, a digest of the envelope, the subject and the text, and each field by which an app may name its mails. */
export function identitiesOf(
  { messageId, digest, header }: OfferedContent,
  { sender, recipients }: Pick<DrillAttempt, 'sender' | 'recipients'>,
  field: string | null,
): string[] {
  const envelope = [
    sender?.toLowerCase(),
    ...recipients.map((each) => each.toLowerCase()).toSorted(),
  ]
  const named = field && header(field)
  return [
    ...(messageId ? [`id ${hash('sha256', messageId, 'base64')}`] : []),
    `text ${hash('sha256', JSON.stringify([envelope, digest]), 'base64')}`,
    ...(named ? [`field ${hash('sha256', named, 'base64')}`] : []),
  ]
}

/** Null: the client was delayed alone, or did not offer a mail. */
export function attemptOf(event: LabEvent, at: number, field: string | null): DrillAttempt | null {
  const { at: point, transaction, sender, recipients, reply } = event
  const outcome = outcomeOf(event)
  if (!outcome || point === 'noop' || point === 'quit' || point === 'rset') return null
  const content = event.content?.() ?? null
  return {
    sender,
    recipients: kept(recipients),
    at,
    point,
    outcome,
    isAcknowledged: outcome === 'stored',
    transaction,
    identities: content ? identitiesOf(content, { sender, recipients }, field) : [],
    subject: content?.subject.slice(0, 300) ?? null,
    reply: reply?.slice(0, 500) ?? null,
    excerpt: content?.excerpt ?? null,
    mailId: null,
  }
}

function outcomeOf({ did, reply, isDiscarded }: LabEvent): DrillAttempt['outcome'] | null {
  if (isDiscarded) return 'stored'
  if (reply !== null) return reply.startsWith('5') ? 'refused' : 'deferred'
  return did === 'drop' || did === 'silence' ? 'dropped' : null
}

/** The attempt that brought a mail of the inbox. Its content is null where it can no longer be read. */
export function storedAttempt(
  mail: { id: number; at: number; sender: string; recipients: string },
  content: OfferedContent | null,
  field: string | null,
): DrillAttempt {
  const { sender } = mail
  const recipients = JSON.parse(mail.recipients) as string[]
  return {
    sender,
    recipients: kept(recipients),
    at: mail.at,
    point: 'end',
    outcome: 'stored',
    isAcknowledged: true,
    transaction: null,
    identities: content ? identitiesOf(content, { sender, recipients }, field) : [],
    subject: content?.subject.slice(0, 300) ?? null,
    reply: null,
    excerpt: null,
    mailId: mail.id,
  }
}

/** Characters of a row, about. */
export const sizeOf = ({ recipients, subject, reply, excerpt }: DrillAttempt): number =>
  [...recipients, subject, reply, excerpt].reduce((sum, text) => sum + (text?.length ?? 0), 400)
