import type { Meter } from '../../../lib/process/meter.ts'
import { isDamage } from '../../../db/store-files/damage.ts'
import { Refusal } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { sha256Hex } from '../../../lib/secrets/tokens.ts'
import { isAboutMessage, isRefusedForGood, type Deliver } from '../../../mailer/relay.ts'
import { createQueue, type Attempt, type Ending } from '../../../queue/queue.ts'
import type { QueueRow } from '../../../queue/queue-store.ts'
import { patienceMs, patientWaits } from '../../../queue/queue-rules.ts'
import { createDeliveryCaps, type Caps } from './delivery-caps.ts'
import { nextStep, outOfTime, whenOverCap } from './delivery-steps.ts'
import {
  cancelUnapproved,
  deleteDeliveries,
  failOld,
  findOrder,
  putOff,
  type DeliveryOrder,
} from './delivery-store.ts'
import type { ForwardedMail, ForwardOrder } from './forwarded-mail.ts'
import type { ServerIdentity } from './loop-guard.ts'
import type { MessageMaker } from './message-maker.ts'

export type DeliveriesDeps = Pick<FeatureDeps, 'db' | 'events' | 'limiter' | 'log' | 'now'> & {
  /** Hands a mail to the relay; null: there is none. */
  deliver: Deliver | null
  own: ServerIdentity
  /** Where the recipient of a rule's mail can end that. */
  stopUrlOf: (email: string) => string
  sourceOf: (teamId: number, mailId: number) => Promise<Uint8Array | undefined>
  messages: Pick<MessageMaker, 'make'>
  caps: Caps
  metrics?: Meter | undefined
}

type Row = QueueRow<'rule_deliveries'>

/** Teams get one event for a burst of settled deliveries. */
const announcedAfterMs = 1_000
const sourceMissingMs = 60_000

/**
 * Sends what forwarding rules asked for when mail was caught: one delivery at a time in each process,
 * read from the mail itself, if its rule still applies. A process that is killed sends at most one of
 * them twice, with the same bytes, and loses none.
 */
export function createDeliveries(deps: DeliveriesDeps) {
  const { db, events, deliver, own, stopUrlOf, sourceOf, messages, log, metrics, now } = deps
  const { count } = createDeliveryCaps(deps)
  const announcing = new Set<number>()
  /** The team of the delivery under way; the queue works on one at a time. */
  let teamId: number | undefined
  let recipient = ''

  const queue = createQueue({
    ...deps,
    table: 'rule_deliveries',
    noun: 'delivery',
    describe,
    waits: patientWaits,
    work,
    onSettled: (attempt) => teamId !== undefined && settled(teamId, attempt),
    metrics: metrics && metricsIn(metrics),
  })

  async function work(row: Row): Promise<Ending> {
    const found = await findOrder(db.sql, row.id)
    teamId = found?.team_id
    recipient = found?.email ?? ''
    const step = nextStep(found, row, now())
    if (step.do !== 'send') return step
    const { order } = step
    const over = await count(order)
    if (over) {
      const { of, until, cap } = over
      await putOff(db.sql, of, { now: now(), until, answer: cap })
      return whenOverCap(row, { until, cap })
    }
    let source: Uint8Array | undefined
    try {
      source = await sourceOf(order.team_id, step.mailId)
    } catch (error) {
      return isDamage(error)
        ? { do: 'fail', answer: 'The stored bytes of the message are damaged' }
        : { do: 'retry', error }
    }
    if (!source) {
      return { do: 'wait', until: now() + sourceMissingMs, answer: 'The message was just deleted' }
    }
    const mail = await build(source, orderOf(row, order, step.receivedAt), row)
    return 'do' in mail ? mail : send(row, mail)
  }

  /** A mail that cannot be made into a message delays no other. */
  async function build(
    source: Uint8Array,
    order: ForwardOrder,
    row: Row,
  ): Promise<ForwardedMail | Ending> {
    const fail = (answer: string): Ending => ({ do: 'fail', answer })
    try {
      const mail = await messages.make(source, order)
      if (!('problem' in mail)) return mail
      return mail.problem === 'loop'
        ? fail('This message was forwarded before: it is in a loop')
        : fail(`Cannot be sent: ${mail.reason}`)
    } catch (error) {
      if (error instanceof Refusal) return { do: 'retry', error }
      log.error({ ...describe(row), err: error }, 'a mail cannot be made into a message')
      return fail(`Cannot be sent: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  function orderOf(row: Row, { email, team }: DeliveryOrder, receivedAt: number): ForwardOrder {
    return {
      id: sha256Hex(`${own.mark} ${row.id}`).slice(0, 32),
      // The time is the delivery's and not the attempt's, so that all attempts are the same to the byte.
      at: row.created_at,
      receivedAt,
      mailFrom: own.mailFrom,
      to: email,
      team,
      mark: own.mark,
      mostReturns: 0,
      stopUrl: stopUrlOf(email),
    }
  }

  async function send(row: Row, mail: ForwardedMail): Promise<Ending> {
    if (!deliver) return { do: 'fail', answer: 'This server has no relay' }
    try {
      const outgoing = { id: String(row.id), createdAt: row.created_at }
      const answer = await deliver({ ...outgoing, mail: { kind: 'rule', ...mail } })
      return { do: 'sent', answer }
    } catch (error) {
      if (isRefusedForGood(error)) return { do: 'give_up', error }
      return { do: 'retry', error, isOutage: !isAboutMessage(error) }
    }
  }

  function settled(team: number, { row, outcome, answer }: Attempt<'rule_deliveries'>): void {
    announce(team)
    if (outcome !== 'sent' && outcome !== 'failed') return
    const event = outcome === 'sent' ? 'mail.forwarded' : 'mail.forward_failed'
    const data = { to: recipient, answer }
    const about = row.mail_id === null ? {} : { mailId: row.mail_id }
    events.emit('happened', { teamId: team, event, ...about, data })
  }

  function announce(team: number): void {
    if (announcing.has(team)) return
    announcing.add(team)
    setTimeout(() => {
      announcing.delete(team)
      events.emit('teamOutdated', { teamId: team, userId: null, part: 'rules' })
    }, announcedAfterMs).unref()
  }

  return {
    wake: () => deliver && queue.wake(),
    /** Call it when mail has come that may have deliveries. */
    wakeSoon: () => deliver && queue.wakeSoon(),
    idle: queue.idle,
    start: async () => deliver && queue.start(),
    /** Fails deliveries that waited too long, and deletes deliveries that ended long ago. */
    async removeOld(): Promise<void> {
      const before = now() - patienceMs - 60 * 60_000
      await failOld(db.sql, before, { at: now(), answer: outOfTime })
      await queue.removeOld()
    },
    /** Deletes the deliveries of a team in steps that let others write between them. */
    removeOf: (team: number): Promise<void> => deleteDeliveries(db.sql, { team_id: team }),
    /** A membership has ended: rules that only it approved forward no more. */
    async recheck(team: number): Promise<void> {
      const answer = 'The address no longer belongs to a member'
      await cancelUnapproved(db.sql, team, { at: now(), answer })
      events.emit('teamOutdated', { teamId: team, userId: null, part: 'rules' })
    },
    stop: queue.stop,
  }
}

const describe = ({ id, rule_id, mail_id, attempts }: Row) => ({
  id,
  rule: rule_id,
  mail: mail_id,
  attempts,
})

const metricsIn = (meter: Meter) => ({
  meter,
  rows: {
    name: 'mailstop_deliveries',
    help: 'Mail that forwarding rules send on, of all processes, by state: what is queued, and what ended within a day.',
    states: { queued: 'queued', sent: 'sent', failed: 'failed', cancelled: 'cancelled' } as const,
    // A day, as there may be very many.
    endedWithinMs: 24 * 60 * 60_000,
  },
  oldest: {
    name: 'mailstop_deliveries_oldest_seconds',
    help: 'Age of the oldest delivery that is queued, of all processes; 0 when none is.',
  },
  attempts: {
    name: 'mailstop_delivery_attempts_total',
    help: 'Deliveries that this process worked on, by how that ended.',
    labelNames: ['outcome'],
    labelsOf: (_row: Row, outcome: string) => ({ outcome }),
  },
})
