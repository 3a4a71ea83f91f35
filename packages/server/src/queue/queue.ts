import type { Logger } from 'pino'
import type { Database, Work } from '../db/database.ts'
import type { QueueColumns } from '../db/schema.ts'
import { oneLine } from '../mime/text/one-line.ts'
import { createClaimLoop } from './claim-loop.ts'
import { createQueueMetrics, type QueueMetrics } from './queue-metrics.ts'
import {
  createQueueStore,
  type NewQueueRow,
  type QueueRow,
  type QueueState,
  type QueueTable,
} from './queue-store.ts'
import {
  nextAttemptAt,
  queuedAt,
  rememberedMs,
  restAfterOutages,
  type Waits,
  type Outcome,
} from './queue-rules.ts'

/**
 * Works off a table, one row at a time, in any number of processes. A row is claimed, and the claim is
 * prolonged while the work lasts; a claim that is not prolonged lapses, and any process may claim the
 * row. So a process that is killed repeats at most one row, and loses none.
 */
export type QueueOptions<T extends QueueTable> = {
  db: Database
  table: T
  /** What a row is, in the log. */
  noun: string
  /** The log says this of one that was sent, where that is not the word. */
  sentText?: string
  /** What the log says of a row. */
  describe: (row: QueueRow<T>) => object
  waits: Waits
  /** Does what the row asks for. When it rejects, the row waits until its claim lapses. */
  work: (row: QueueRow<T>) => Promise<Ending>
  /** Written with the end of a row. */
  onEnd?: Partial<QueueRow<T>>
  /** Stores an attempt elsewhere too, in the transaction that settles the row. */
  alsoSettle?: (scope: Work, attempt: Attempt<T>) => Promise<void>
  onSettled?: (attempt: Attempt<T>) => void
  /** Called after a commit that stored a row, instead of waking this queue: another process may work on it. */
  onQueued?: () => void
  metrics: QueueMetrics<T> | undefined
  log: Logger
  now: () => number
  /** How long stopping waits for the work under way. */
  stopGraceMs?: number
}

export type Ending =
  | { do: 'sent'; answer: string }
  /** Ends the row. Not an attempt. */
  | { do: 'cancel' | 'fail'; answer: string }
  /** Not an attempt. */
  | { do: 'wait'; until: number; answer: string }
  /** An outage: any other row would fail as well, so the queue pauses. */
  | { do: 'retry'; error: unknown; isOutage?: boolean }
  | { do: 'give_up'; error: unknown }
  /** Deletes the row. */
  | { do: 'drop' }

export type Attempt<T extends QueueTable> = {
  row: QueueRow<T>
  outcome: Outcome
  answer: string
}

const longestAnswer = 1_000

export function createQueue<T extends QueueTable>(options: QueueOptions<T>) {
  const { db, table, noun, describe, alsoSettle, onSettled, log, now } = options
  const store = createQueueStore(db, table)
  const count = options.metrics && createQueueMetrics(store, now, options.metrics)
  /** Counts outages in a row. */
  let outages = 0

  const loop = createClaimLoop<T, Ending>({
    store,
    work: options.work,
    settle,
    log,
    now,
    stopGraceMs: options.stopGraceMs ?? 8_000,
  })

  async function settle(row: QueueRow<T>, ending: Ending | 'interrupted') {
    if (ending === 'interrupted') {
      log.warn(describe(row), `${noun} interrupted: it is sent at the next start`)
      await store.change(row, { claim: null, due_at: now(), answer: ending })
      return undefined
    }
    if (ending.do === 'drop') {
      await store.remove(row)
      return undefined
    }
    const [outcome, columns, [level, said, details]] = settlementOf(row, ending)
    const answer = oneLine('error' in ending ? textOf(ending.error) : ending.answer, longestAnswer)
    const attempt = { row, outcome, answer }
    const changes = { claim: null, answer, ...columns }
    const isHeld = await (alsoSettle
      ? db.transaction(async (tx, afterCommit) => {
          const isChanged = await store.change(row, changes, tx)
          if (isChanged) await alsoSettle([tx, afterCommit], attempt)
          return isChanged
        })
      : store.change(row, changes))
    log[level]({ ...describe(row), ...details }, `${noun} ${said}`)
    // When the claim has lapsed, the process that holds it now settles the row.
    if (isHeld) {
      count?.(row, outcome)
      onSettled?.(attempt)
    }
    if (ending.do === 'retry' && ending.isOutage) return restAfterOutages(++outages)
    if (ending.do === 'sent' || 'error' in ending) outages = 0
    return undefined
  }

  /** The outcome, the columns that say so, and its line in the log. */
  function settlementOf(row: QueueRow<T>, ending: Exclude<Ending, { do: 'drop' }>): Settlement {
    const end = (state: QueueState) => ({ state, settled_at: now(), ...options.onEnd })
    const attempts = row.attempts - 1
    if ('error' in ending) {
      const failed = { err: ending.error }
      const due = ending.do === 'retry' ? nextTry(row) : null
      if (due === null) return ['failed', end('failed'), ['error', 'given up', failed]]
      const details = { ...failed, next: new Date(due) }
      return ['postponed', { due_at: due }, ['warn', 'not sent, to be tried again', details]]
    }
    const { answer } = ending
    switch (ending.do) {
      case 'sent':
        return ['sent', end('sent'), ['info', options.sentText ?? 'sent', {}]]
      case 'cancel':
        return ['cancelled', { ...end('cancelled'), attempts }, ['info', 'cancelled', { answer }]]
      case 'fail':
        return ['failed', { ...end('failed'), attempts }, ['warn', 'failed', { answer }]]
      case 'wait':
        return ['put_off', { due_at: ending.until, attempts }, ['debug', 'put off', { answer }]]
    }
  }

  function nextTry({ attempts, created_at }: QueueRow<T>): number | null {
    const failed = { attempts, created_at, now: now(), random: Math.random() }
    return nextAttemptAt(failed, options.waits)
  }

  /** Stores a row in the transaction that causes it, to be worked on after the commit. */
  async function add([tx, afterCommit]: Work, row: NewQueueRow<T>): Promise<void> {
    await store.insert(tx, { ...row, ...queuedAt(now()) })
    afterCommit(options.onQueued ?? loop.wakeSoon)
  }

  return {
    add,
    wake: loop.wake,
    wakeSoon: loop.wakeSoon,
    idle: loop.idle,
    async start(): Promise<void> {
      // In a store of one process no other process works on a row; in others claims lapse.
      // They lapse in the first too, and a full disk must not keep the process from starting.
      const released = db.dialect.hasOneProcess ? store.releaseClaims(now()) : undefined
      await released?.catch((error: unknown) => log.warn({ err: error }, 'claims wait to lapse'))
      loop.wake()
    },
    removeOld: (): Promise<void> => store.removeSettled(now() - rememberedMs),
    stop: loop.stop,
  }
}

type Settlement = [
  outcome: Outcome,
  columns: Partial<QueueColumns>,
  line: [level: 'debug' | 'info' | 'warn' | 'error', said: string, details: object],
]

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
