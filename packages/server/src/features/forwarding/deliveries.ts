import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../errors.ts'
import type { EventBus } from '../../events.ts'
import type { Limiter } from '../../lib/attempts.ts'
import { sha256Hex } from '../../lib/tokens.ts'
import { createClaimLoop } from '../../mailer/claim-loop.ts'
import type { Deliver } from '../../mailer/deliver.ts'
import {
  deliveryWaits,
  isAboutMessage,
  isRefusedForGood,
  nextAttemptAt,
  patienceMs,
  rememberedMs,
} from '../../mailer/outbox-rules.ts'
import { oneLine } from '../../mime/one-line.ts'
import { createDeliveryCaps, type Caps } from './delivery-caps.ts'
import type { DeliveryOutcome } from './delivery-metrics.ts'
import {
  nextStep,
  outOfTime,
  restOfRelay,
  whenOverCap,
  type DeliveryStep,
} from './delivery-steps.ts'
import {
  cancelUnapproved,
  changeClaimed,
  claimDelivery,
  deleteDeliveries,
  deleteSettledDeliveries,
  failOld,
  findOrder,
  nextDeliveryAt,
  putOff,
  releaseDeliveries,
  type ClaimedDelivery,
  type DeliveryOrder,
} from './delivery-store.ts'
import type { ForwardedMail, ForwardOrder } from './forwarded-mail.ts'
import type { OwnPlaces } from './loop-guard.ts'
import type { MessageMaker } from './message-maker.ts'

export type DeliveriesDeps = {
  db: Database
  events: EventBus
  /** Hands a mail to the relay; null: there is none. */
  deliver: Deliver | null
  own: OwnPlaces
  /** Where the recipient of a rule's mail can end that. */
  stopUrlOf: (email: string) => string
  sourceOf: (teamId: number, mailId: number) => Promise<Uint8Array | undefined>
  messages: Pick<MessageMaker, 'make'>
  limiter: Limiter
  caps: Caps
  log: Logger
  /** Told of every delivery that was worked on, for the metrics. */
  onOutcome?: (outcome: DeliveryOutcome) => void
  now: () => number
  stopGraceMs?: number
}

type Send = Extract<DeliveryStep, { do: 'send' }>
type Ending = Exclude<DeliveryStep, Send> | { do: 'sent'; answer: string } | Failure
/** `isRelays` when it may be no better for any other mail. */
type Failure = { do: 'failure'; error: unknown; isRelays: boolean }
type Worked = { ending: Ending | 'interrupted'; teamId: number | null }

const longestAnswer = 1_000
/** A burst of endings is told once. */
const toldAfterMs = 1_000
const sourceMissingMs = 60_000

/**
 * Sends what forwarding rules asked for when mail was caught: one delivery at a time in each process,
 * read from the mail itself, if its rule still holds. A process that is killed sends at most one of
 * them twice, with the same bytes, and loses none.
 */
export function createDeliveries(deps: DeliveriesDeps) {
  const { db, events, deliver, own, stopUrlOf, sourceOf, messages, log, onOutcome, now } = deps
  const { count } = createDeliveryCaps(deps)
  const telling = new Set<number>()
  /** In a row, of the relay itself. */
  let relayFailures = 0

  const loop = createClaimLoop<ClaimedDelivery, Worked>({
    claimNext: async (claim) => {
      // Asked first, as reading costs those nothing who write mail meanwhile.
      const due = await nextDeliveryAt(db.sql)
      return due === null || due > claim.now ? undefined : claimDelivery(db, claim)
    },
    prolong: (row, until) => changeClaimed(db.sql, row, { due_at: until }),
    nextDueAt: () => nextDeliveryAt(db.sql),
    work,
    settle,
    log,
    now,
    stopGraceMs: deps.stopGraceMs ?? 8_000,
  })

  async function work(row: ClaimedDelivery, outOfPatience: Promise<'interrupted'>) {
    const order = await findOrder(db.sql, row.id)
    const ending = await Promise.race([attempt(row, order), outOfPatience])
    return { ending, teamId: order?.team_id ?? null }
  }

  async function settle(row: ClaimedDelivery, { ending, teamId }: Worked) {
    if (ending === 'interrupted') {
      log.warn(about(row), 'delivery interrupted: it is sent at the next start')
      await changeClaimed(db.sql, row, { claim: null, due_at: now(), answer: 'interrupted' })
      return undefined
    }
    const outcome = await keep(row, ending)
    onOutcome?.(outcome)
    if (teamId !== null) tell(teamId)
    const isRelaysFault = ending.do === 'failure' && ending.isRelays
    if (ending.do === 'sent' || ending.do === 'failure') {
      relayFailures = isRelaysFault ? relayFailures + 1 : 0
    }
    return isRelaysFault ? restOfRelay(relayFailures) : undefined
  }

  async function attempt(row: ClaimedDelivery, order: DeliveryOrder | undefined): Promise<Ending> {
    const step = nextStep(order, row, now())
    if (step.do !== 'send' || !order) return step as Ending
    const over = await count(order)
    if (over) {
      const { of, until, cap } = over
      await putOff(db.sql, of, { now: now(), until, answer: cap })
      return whenOverCap(row, { until, cap }) as Ending
    }
    let source: Uint8Array | undefined
    try {
      source = await sourceOf(order.team_id, step.mailId)
    } catch (error) {
      return { do: 'failure', error, isRelays: false }
    }
    if (!source) {
      return { do: 'wait', until: now() + sourceMissingMs, answer: 'The mail was just deleted' }
    }
    const mail = await build(source, orderOf(row, order, step.receivedAt), row)
    return 'do' in mail ? mail : send(row, mail)
  }

  /** One mail that cannot be made into a message is its own fault, and no other's. */
  async function build(
    source: Uint8Array,
    order: ForwardOrder,
    row: ClaimedDelivery,
  ): Promise<ForwardedMail | Ending> {
    const fail = (answer: string): Ending => ({ do: 'fail', answer })
    try {
      const mail = await messages.make(source, order)
      if (!('problem' in mail)) return mail
      return mail.problem === 'circle'
        ? fail('This mail was forwarded before: it goes in a circle')
        : fail(`Cannot be sent: ${mail.reason}`)
    } catch (error) {
      if (error instanceof Refusal) return { do: 'failure', error, isRelays: false }
      log.error({ ...about(row), err: error }, 'a mail cannot be made into a message')
      return fail(`Cannot be sent: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  function orderOf(
    row: ClaimedDelivery,
    { email, team }: DeliveryOrder,
    receivedAt: number,
  ): ForwardOrder {
    return {
      id: sha256Hex(`${own.mark} ${row.id}`).slice(0, 32),
      // Of the delivery and not of the attempt, so that all attempts are the same to the byte.
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

  async function send(row: ClaimedDelivery, mail: ForwardedMail): Promise<Ending> {
    if (!deliver) return { do: 'fail', answer: 'This server has no relay' }
    try {
      const outgoing = { id: String(row.id), createdAt: row.created_at }
      const answer = await deliver({ ...outgoing, mail: { kind: 'rule', ...mail } })
      return { do: 'sent', answer }
    } catch (error) {
      return { do: 'failure', error, isRelays: !isAboutMessage(error) }
    }
  }

  async function keep(row: ClaimedDelivery, ending: Ending): Promise<DeliveryOutcome> {
    const { attempts, created_at } = row
    switch (ending.do) {
      case 'sent':
        await end(row, 'sent', ending.answer)
        log.info(about(row), 'delivery sent')
        return 'sent'
      case 'cancel':
        await end(row, 'cancelled', ending.answer, attempts - 1)
        log.info({ ...about(row), answer: ending.answer }, 'delivery cancelled')
        return 'cancelled'
      case 'fail':
        await end(row, 'failed', ending.answer, attempts - 1)
        log.warn({ ...about(row), answer: ending.answer }, 'delivery failed')
        return 'failed'
      case 'wait':
        await postpone(row, ending.until, ending.answer, attempts - 1)
        log.debug({ ...about(row), answer: ending.answer }, 'delivery put off')
        return 'put_off'
      case 'failure': {
        const { error } = ending
        const answer = error instanceof Error ? error.message : String(error)
        const random = Math.random()
        const next = isRefusedForGood(error)
          ? null
          : nextAttemptAt({ attempts, created_at, now: now(), random }, deliveryWaits)
        if (next === null) {
          await end(row, 'failed', answer)
          log.error({ ...about(row), err: error }, 'delivery given up')
          return 'failed'
        }
        await postpone(row, next, answer)
        const details = { ...about(row), err: error, next: new Date(next) }
        log.warn(details, 'delivery not sent, to be tried again')
        return 'postponed'
      }
    }
  }

  const about = ({ id, rule_id, mail_id, attempts }: ClaimedDelivery) => ({
    id,
    rule: rule_id,
    mail: mail_id,
    attempts,
  })

  function end(
    row: ClaimedDelivery,
    state: 'sent' | 'failed' | 'cancelled',
    answer: string,
    attempts = row.attempts,
  ) {
    const kept = oneLine(answer, longestAnswer)
    const settled = { state, attempts, answer: kept, settled_at: now(), claim: null }
    return changeClaimed(db.sql, row, settled)
  }

  function postpone(row: ClaimedDelivery, until: number, answer: string, attempts = row.attempts) {
    const kept = oneLine(answer, longestAnswer)
    return changeClaimed(db.sql, row, { claim: null, due_at: until, attempts, answer: kept })
  }

  function tell(teamId: number): void {
    if (telling.has(teamId)) return
    telling.add(teamId)
    setTimeout(() => {
      telling.delete(teamId)
      events.emit('teamOutdated', { teamId, userId: null, part: 'rules' })
    }, toldAfterMs).unref()
  }

  return {
    wake: () => deliver && loop.wake(),
    /** Mail has come, for which there may be deliveries. */
    wakeSoon: () => deliver && loop.wakeSoon(),
    idle: loop.idle,
    async start(): Promise<void> {
      if (!deliver) return
      // In a store of one process nobody else can be sending; in others claims lapse.
      // They lapse by themselves too, and a full disk must not keep the process from starting.
      const released = db.dialect.hasOneProcess ? releaseDeliveries(db.sql, now()) : undefined
      await released?.catch((error: unknown) => log.warn({ err: error }, 'claims wait to lapse'))
      loop.wake()
    },
    /** Ends what waited in vain, and forgets what ended long ago. */
    async removeOld(): Promise<void> {
      const before = now() - patienceMs - 60 * 60_000
      await failOld(db.sql, before, { at: now(), answer: outOfTime })
      await deleteSettledDeliveries(db.sql, now() - rememberedMs)
    },
    /** Of a team that is going, in steps that let others write between them. */
    removeOf: (teamId: number): Promise<void> => deleteDeliveries(db.sql, { team_id: teamId }),
    /** A membership has ended: rules that it alone approved forward no more. */
    async recheck(teamId: number): Promise<void> {
      const answer = 'The address is no member’s any more'
      await cancelUnapproved(db.sql, teamId, { at: now(), answer })
      events.emit('teamOutdated', { teamId, userId: null, part: 'rules' })
    },
    async stop(): Promise<void> {
      await loop.stop()
    },
  }
}
