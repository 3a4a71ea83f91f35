import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { AfterCommit, Database, Tx } from '../db/database.ts'
import { createClaimLoop } from './claim-loop.ts'
import type { Deliver } from './deliver.ts'
import { openMail, sealMail, type OutgoingMail } from './outgoing-mail.ts'
import { isRefusedForGood, letterWaits, nextAttemptAt, rememberedMs } from './outbox-rules.ts'
import {
  claimNext,
  deleteMail,
  deleteSettled,
  insertMail,
  markGivenUp,
  markSent,
  nextDueAt,
  postpone,
  prolongClaim,
  releaseClaims,
  type ClaimedRow,
} from './outbox-store.ts'

/**
 * Mail waits here from the transaction that causes it until a relay has taken it. Every process
 * claims one mail at a time, sends it, and records how that ended, however often that fails. So a
 * process that is killed sends at most one mail twice, with the same Message-ID, and loses none.
 */
export type Outbox = ReturnType<typeof createOutbox>

export type OutboxOptions = {
  db: Database
  /** Encrypts what waits. 32 bytes. */
  key: Uint8Array
  deliver: Deliver
  /** Whether an address wants no mail that others cause. */
  isSuppressed?: (address: string) => Promise<boolean>
  log: Logger
  now: () => number
  /** Told of every attempt, for the metrics. */
  onOutcome?: (kind: string, outcome: Attempt['outcome']) => void
  /** Told of every attempt in the transaction that keeps how it ended, to keep it too. */
  onSettled?: (scope: [Tx, AfterCommit], attempt: Attempt) => Promise<void>
  /** How long stopping waits for a relay that does not answer. */
  stopGraceMs: number
}

/** How an attempt to send the mail of this id ended, and what the relay or the way to it said. */
export type Attempt = {
  id: string
  kind: string
  outcome: 'sent' | 'postponed' | 'given_up'
  answer: string
}

type Result = 'nobody' | 'interrupted' | { answer: string } | { error: unknown; isFinal: boolean }

export function createOutbox(options: OutboxOptions) {
  const { db, key, deliver, isSuppressed, log, now, onOutcome, onSettled, stopGraceMs } = options
  const loop = createClaimLoop<ClaimedRow, Result>({
    claimNext: (claim) => claimNext(db, claim),
    prolong: (row, until) => prolongClaim(db.sql, row, until),
    nextDueAt: () => nextDueAt(db.sql),
    work: (row, outOfPatience) => Promise.race([send(row), outOfPatience]),
    async settle(row, result) {
      await settle(row, result)
      return undefined
    },
    log,
    now,
    stopGraceMs,
  })

  /** Keeps a mail in the transaction that causes it, to leave after the commit. Gives its id. */
  async function enqueue([tx, afterCommit]: [Tx, AfterCommit], mail: OutgoingMail) {
    const id = randomUUID()
    const sealed = sealMail(key, id, mail)
    const fresh = { claim: null, attempts: 0, answer: null, sent_at: null, given_up_at: null }
    const times = { created_at: now(), due_at: now() }
    await insertMail(tx, { id, kind: mail.kind, ...sealed, ...times, ...fresh })
    // Not at once: how long an answer takes would tell whether a mail left.
    afterCommit(loop.wakeSoon)
    return id
  }

  async function send(row: ClaimedRow): Promise<Result> {
    try {
      const mail = openMail(key, row.id, row)
      const to = 'envelope' in mail ? mail.envelope.to : mail.to
      if (to === null) return 'nobody'
      if (mail.stopUrl !== undefined && (await isSuppressed?.(to))) {
        return { error: new Error('The address wants no more mail'), isFinal: true }
      }
      return { answer: await deliver({ id: row.id, createdAt: row.created_at, mail }) }
    } catch (error) {
      return { error, isFinal: isRefusedForGood(error) }
    }
  }

  async function record(attempt: Attempt, mark: (tx: Tx) => Promise<boolean>): Promise<void> {
    await db.transaction(async (tx, afterCommit) => {
      // Not when the claim has lapsed: then it is another's to say.
      if (await mark(tx)) await onSettled?.([tx, afterCommit], attempt)
    })
  }

  async function settle(row: ClaimedRow, result: Result) {
    const { id, kind, attempts, created_at } = row
    const about = { id, kind, attempts }
    if (result === 'nobody') return deleteMail(db.sql, id)
    if (result === 'interrupted') {
      log.warn(about, 'mail interrupted: it is sent at the next start')
      await postpone(db.sql, row, now(), 'interrupted')
      return undefined
    }
    if ('answer' in result) {
      const { answer } = result
      await record({ id, kind, outcome: 'sent', answer }, (tx) => markSent(tx, row, now(), answer))
      log.info(about, 'mail sent')
      return onOutcome?.(kind, 'sent')
    }
    const { error, isFinal } = result
    const answer = error instanceof Error ? error.message : String(error)
    const random = Math.random()
    const next = isFinal
      ? null
      : nextAttemptAt({ attempts, created_at, now: now(), random }, letterWaits)
    if (next === null) {
      await record({ id, kind, outcome: 'given_up', answer }, (tx) =>
        markGivenUp(tx, row, now(), answer),
      )
      log.error({ ...about, err: error }, 'mail given up')
      return onOutcome?.(kind, 'given_up')
    }
    await record({ id, kind, outcome: 'postponed', answer }, (tx) =>
      postpone(tx, row, next, answer),
    )
    log.warn({ ...about, err: error, next: new Date(next) }, 'mail not sent, to be tried again')
    return onOutcome?.(kind, 'postponed')
  }

  return {
    enqueue,
    wake: loop.wake,
    async start(): Promise<void> {
      // In a store of one process nobody else can be sending; in others claims lapse.
      // They lapse by themselves too, and a full disk must not keep the process from starting.
      const released = db.dialect.hasOneProcess ? releaseClaims(db.sql, now()) : undefined
      await released?.catch((error: unknown) => log.warn({ err: error }, 'claims wait to lapse'))
      loop.wake()
    },
    idle: loop.idle,
    async removeOld(): Promise<void> {
      await deleteSettled(db.sql, now() - rememberedMs, 500)
    },
    stop: loop.stop,
  }
}
