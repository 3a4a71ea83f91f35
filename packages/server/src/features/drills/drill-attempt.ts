import { hash } from 'node:crypto'
import type { LabPoint } from '@mailstop/contract'
import type { LabContent } from '../../smtp/lab/lab-steps.ts'
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
  /** A refusal at RCPT has the one that was refused. */
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

/** The Message-ID, a digest of the envelope, the subject and the text, and each field by which an app may name its mails. */
export function identitiesOf(
  { messageId, digest, header }: LabContent,
  { sender, recipients }: Pick<DrillAttempt, 'sender' | 'recipients'>,
  field: string | null,
): string[] {
  const envelope = [sender, ...recipients.toSorted()].map((each) => each?.toLowerCase())
  const named = field && header(field)
  return [
    ...(messageId ? [`id ${hash('sha256', messageId, 'base64')}`] : []),
    `text ${hash('sha256', JSON.stringify([envelope, digest]), 'base64')}`,
    ...(named ? [`field ${hash('sha256', named, 'base64')}`] : []),
  ]
}

const outcomes: Partial<Record<LabEvent['did'], DrillAttempt['outcome']>> = {
  drop: 'dropped',
  silence: 'dropped',
}

/** Null: the client was delayed alone, or did not offer a mail. */
export function attemptOf(event: LabEvent, at: number, field: string | null): DrillAttempt | null {
  const { at: point, did, transaction, sender, recipients, content, reply } = event
  const outcome = event.isDiscarded
    ? 'stored'
    : reply === null
      ? outcomes[did]
      : reply.startsWith('5')
        ? ('refused' as const)
        : 'deferred'
  if (!outcome || point === 'noop' || point === 'quit' || point === 'rset') return null
  const envelope = { sender, recipients: recipients.slice(0, 50) }
  return {
    ...envelope,
    at,
    point,
    outcome,
    isAcknowledged: outcome === 'stored',
    transaction,
    identities: content ? identitiesOf(content, envelope, field) : [],
    subject: content?.subject.slice(0, 300) ?? null,
    reply: reply?.slice(0, 500) ?? null,
    excerpt: content?.excerpt ?? null,
    mailId: null,
  }
}
