import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { QueueRow, QueueStore, QueueTable } from './queue-store.ts'
import { createWakeLoop } from './wake-loop.ts'

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

/**
 * Claims one row at a time and works on it, prolonging the claim meanwhile. The outcome of a row is kept in memory
 * until the store takes it, and no other row is claimed before.
 */
export function createClaimLoop<T extends QueueTable, Ending>(
  options: ClaimLoopOptions<T, Ending>,
) {
  const { store, work, log, now, stopGraceMs } = options
  const { promise: interruption, resolve: interrupt } = Promise.withResolvers<'interrupted'>()
  /** Until then a wake has no effect: the next row would fail as the last one did. */
  let pausedUntil = 0
  let unsettled: { row: QueueRow<T>; ending: Ending | 'interrupted' } | null = null
  const problem = 'A table of outgoing mail cannot be read or written'
  const loop = createWakeLoop({ work: workOffDue, problem, log, now })

  async function workOffDue(): Promise<number | null> {
    await settle()
    while (!loop.isStopped() && now() >= pausedUntil) {
      // Reads first, as a read delays no writer.
      const due = await store.nextDueAt()
      if (due === null || due > now()) return due
      const claim = { claim: randomUUID(), now: now(), until: now() + claimMs }
      const row = await store.claimNext(claim)
      // Another process is claiming it.
      if (!row) return now()
      unsettled = { row, ending: await workOn(row) }
      await settle()
    }
    return pausedUntil
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
    /** Works on all rows that are due; at once, or after the work under way. */
    wake: loop.wake,
    wakeSoon: loop.wakeSoon,
    idle: loop.idle,
    /** Waits a while for the running work to finish; all other rows stay for the next start. */
    async stop(): Promise<void> {
      const grace = setTimeout(() => interrupt('interrupted'), stopGraceMs)
      await loop.stop()
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
