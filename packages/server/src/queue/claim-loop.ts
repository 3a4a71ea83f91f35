import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { QueueRow, QueueStore, QueueTable } from './queue-store.ts'

export type ClaimLoopOptions<T extends QueueTable, Ending> = {
  store: Pick<QueueStore<T>, 'claimNext' | 'change' | 'nextDueAt'>
  work: (row: QueueRow<T>) => Promise<Ending>
  /** Stores how a row ended. May return how long the loop pauses, in milliseconds. */
  settle: (row: QueueRow<T>, ending: Ending | 'interrupted') => Promise<number | undefined>
  log: Logger
  now: () => number
  /** How long stopping waits for the work under way. */
  stopGraceMs: number
}

const claimMs = 90_000
/** How soon a process notices rows of another process. */
const longestRestMs = 30_000
const shortestRestMs = 100
const restAfterFailureMs = 5_000
/** Longer than the answer to a request takes, so that its duration does not tell whether a row was written. */
const soonMs = 100

/**
 * Claims one row at a time and works on it, prolonging the claim meanwhile. The outcome of a row is kept in memory
 * until the store takes it, and no other row is claimed before.
 */
export function createClaimLoop<T extends QueueTable, Ending>(
  options: ClaimLoopOptions<T, Ending>,
) {
  const { store, work, log, now, stopGraceMs } = options
  const { promise: interruption, resolve: interrupt } = Promise.withResolvers<'interrupted'>()
  let working: Promise<void> | null = null
  let isWanted = false
  let stopping = false
  let resting: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  /** Until then a wake has no effect: the next row would fail as the last one did. */
  let pausedUntil = 0
  let unsettled: { row: QueueRow<T>; ending: Ending | 'interrupted' } | null = null

  /** Works on all rows that are due; at once, or after the work under way. */
  function wake(): void {
    if (stopping) return
    clearTimeout(soon)
    soon = undefined
    isWanted = true
    working ??= workOff()
  }

  /** Wakes after a moment, once for all calls within it. */
  function wakeSoon(): void {
    if (!stopping) soon ??= setTimeout(wake, soonMs).unref()
  }

  async function workOff(): Promise<void> {
    clearTimeout(resting)
    let restMs = longestRestMs
    do {
      isWanted = false
      restMs = await workOffDue().catch((error: unknown) => {
        log.error({ err: error }, 'A table of outgoing mail cannot be read or written')
        return restAfterFailureMs
      })
    } while (isWanted && now() >= pausedUntil)
    working = null
    if (!stopping) resting = setTimeout(wake, restMs).unref()
  }

  /** Returns how long there is nothing to do. */
  async function workOffDue(): Promise<number> {
    await settle()
    while (!stopping && now() >= pausedUntil) {
      // Reads first, as a read delays no writer.
      const due = await store.nextDueAt()
      if (due === null) return longestRestMs
      if (due > now()) return Math.min(Math.max(due - now(), shortestRestMs), longestRestMs)
      const claim = { claim: randomUUID(), now: now(), until: now() + claimMs }
      const row = await store.claimNext(claim)
      // Another process is claiming it.
      if (!row) return shortestRestMs
      unsettled = { row, ending: await workOn(row) }
      await settle()
    }
    return Math.max(pausedUntil - now(), 0)
  }

  async function settle(): Promise<void> {
    if (!unsettled) return
    const pauseMs = await options.settle(unsettled.row, unsettled.ending)
    unsettled = null
    if (pauseMs !== undefined) pausedUntil = now() + pauseMs
  }

  async function workOn(row: QueueRow<T>): Promise<Ending | 'interrupted'> {
    const prolonging = setInterval(() => {
      store
        .change(row, { due_at: now() + claimMs })
        .catch((error: unknown) =>
          log.warn({ err: error, id: row.id }, 'A claim on outgoing mail was not prolonged'),
        )
    }, claimMs / 3)
    try {
      return await Promise.race([work(row), interruption])
    } finally {
      clearInterval(prolonging)
    }
  }

  return {
    wake,
    wakeSoon,
    /** Waits until no work is running or due. Rows that wait for another try still wait. */
    async idle(): Promise<void> {
      if (soon) wake()
      while (working) await working
    },
    /** Waits a while for the running work to finish; all other rows stay for the next start. */
    async stop(): Promise<void> {
      stopping = true
      clearTimeout(resting)
      clearTimeout(soon)
      const grace = setTimeout(() => interrupt('interrupted'), stopGraceMs)
      await working
      clearTimeout(grace)
      await settle().catch((error: unknown) =>
        log.error(
          { err: error, id: unsettled?.row.id },
          'The result of a mail could not be stored',
        ),
      )
    },
  }
}
