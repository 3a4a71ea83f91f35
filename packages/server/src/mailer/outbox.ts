import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Meter } from '../lib/process/meter.ts'
import type { Database, Work } from '../db/database.ts'
import { createQueue, type Attempt, type Ending } from '../queue/queue.ts'
import type { QueueRow } from '../queue/queue-store.ts'
import { promptWaits, rememberedMs } from '../queue/queue-rules.ts'
import { openMail, sealMail, type OutgoingMail } from './outgoing-mail.ts'
import { isRefusedForGood, type Deliver } from './relay.ts'

/**
 * Mail waits here from the transaction that causes it until a relay has taken it. A process that is
 * killed sends at most one mail twice, with the same Message-ID, and loses none.
 */
export type Outbox = ReturnType<typeof createOutbox>

export type OutboxAttempt = Attempt<'outbox'>

export type OutboxOptions = {
  db: Database
  /** Encrypts what waits. 32 bytes. */
  key: Uint8Array
  deliver: Deliver
  /** The log says this of mail that was delivered, where it was not sent. */
  sentText?: string
  /** Whether an address refuses mail that others cause. */
  isSuppressed?: (address: string) => Promise<boolean>
  log: Logger
  now: () => number
  metrics?: Meter | undefined
  /** Stores an attempt elsewhere too, in the transaction that settles the mail. */
  alsoSettle?: (scope: Work, attempt: OutboxAttempt) => Promise<void>
  /** Called after a commit that stored a mail, instead of waking this outbox: another process may send it. */
  onQueued?: () => void
  /** How long stopping waits for a relay that does not answer. */
  stopGraceMs?: number
}

export function createOutbox(options: OutboxOptions) {
  const { key, deliver, isSuppressed, metrics, alsoSettle } = options
  const queue = createQueue({
    ...options,
    table: 'outbox',
    noun: 'mail',
    describe: ({ id, kind, attempts }) => ({ id, kind, attempts }),
    waits: promptWaits,
    work: send,
    onEnd: { message: null, source: null },
    alsoSettle: async (scope, attempt) => alsoSettle?.(scope, attempt),
    metrics: metrics && metricsIn(metrics),
  })

  /** Stores a mail in the transaction that causes it, to leave after the commit. Returns its id. */
  async function enqueue(scope: Work, mail: OutgoingMail): Promise<string> {
    const id = randomUUID()
    await queue.add(scope, { id, kind: mail.kind, ...sealMail(key, id, mail) })
    return id
  }

  async function send(row: QueueRow<'outbox'>): Promise<Ending> {
    try {
      const mail = openMail(key, row.id, row)
      const to = 'envelope' in mail ? mail.envelope.to : mail.to
      if (to === null) return { do: 'drop' }
      if (mail.stopUrl !== undefined && (await isSuppressed?.(to))) {
        return { do: 'give_up', error: new Error('The recipient has stopped emails from Mailstop') }
      }
      const answer = await deliver({ id: row.id, createdAt: row.created_at, mail })
      return { do: 'sent', answer }
    } catch (error) {
      return { do: isRefusedForGood(error) ? 'give_up' : 'retry', error }
    }
  }

  const { wake, wakeSoon, start, idle, removeOld, stop } = queue
  return { enqueue, wake, wakeSoon, start, idle, removeOld, stop }
}

const metricsIn = (meter: Meter) => ({
  meter,
  rows: {
    name: 'mailstop_outbox_mails',
    help: 'Mail in the outbox by state, of all processes.',
    states: { waiting: 'queued', given_up: 'failed' } as const,
    endedWithinMs: 2 * rememberedMs,
  },
  oldest: {
    name: 'mailstop_outbox_oldest_seconds',
    help: 'Age of the oldest mail that waits to be sent, of all processes; 0 when none waits.',
  },
  attempts: {
    name: 'mailstop_outbox_attempts_total',
    help: 'Attempts of this process to send mail, by what it is and how they ended.',
    labelNames: ['kind', 'outcome'],
    labelsOf: ({ kind }: QueueRow<'outbox'>, outcome: string) => ({
      kind,
      outcome: outcome === 'failed' ? 'given_up' : outcome,
    }),
  },
})
