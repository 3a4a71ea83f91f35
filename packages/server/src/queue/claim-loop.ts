import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'

/**
 * Works off what waits in a table, one row at a time, in any number of processes. A row is claimed,
 * and the claim prolonged while the work lasts; one that is not prolonged lapses, and the row is
 * another's. So a process that is killed repeats at most one row, and loses none. While the store does
 * not take how a row ended, that is kept here and nothing else is done: what was sent is not sent again.
 */
export type ClaimLoopOptions<Row extends { id: number | string }, Ending> = {
  /** Takes what has been due longest, until then. */
  claimNext: (claim: { claim: string; now: number; until: number }) => Promise<Row | undefined>
  prolong: (row: Row, until: number) => Promise<unknown>
  nextDueAt: () => Promise<number | null>
  /**
   * Does what is due, and gives how it ended; `outOfPatience` ends what takes too long when stopping.
   */
  work: (row: Row, outOfPatience: Promise<'interrupted'>) => Promise<Ending>
  /**
   * Keeps how it ended; once more after it failed. May give how long nothing else is to be tried, in
   * milliseconds.
   */
  settle: (row: Row, ending: Ending) => Promise<number | undefined>
  log: Logger
  now: () => number
  /** How long stopping waits for the work under way. */
  stopGraceMs: number
}

const claimMs = 90_000
/** How soon a process notices what another one left behind. */
const longestRestMs = 30_000
const restAfterFailureMs = 5_000
/** Long enough for the answer to whoever caused it, which thus does not wait for it. */
const soonMs = 100

export function createClaimLoop<Row extends { id: number | string }, Ending>(
  options: ClaimLoopOptions<Row, Ending>,
) {
  const { claimNext, prolong, nextDueAt, work, log, now, stopGraceMs } = options
  const { promise: outOfPatience, resolve: losePatience } = Promise.withResolvers<'interrupted'>()
  let working: Promise<void> | null = null
  let isWanted = false
  let stopping = false
  let resting: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  /** Until then a wake changes nothing: what is tried would fail as the last did. */
  let pausedUntil = 0
  let unsettled: { row: Row; ending: Ending } | null = null

  /** Works off whatever is due; at once, or after what is under way. */
  function wake(): void {
    if (stopping) return
    clearTimeout(soon)
    soon = undefined
    isWanted = true
    working ??= workOff()
  }

  /** As `wake`, in a moment, once for all that ask until then. */
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

  /** Gives how long there is nothing to do. */
  async function workOffDue(): Promise<number> {
    await settle()
    while (!stopping && now() >= pausedUntil) {
      const row = await claimNext({ claim: randomUUID(), now: now(), until: now() + claimMs })
      if (!row) break
      unsettled = { row, ending: await workOn(row) }
      await settle()
    }
    const pauseMs = pausedUntil - now()
    if (pauseMs > 0) return pauseMs
    const due = await nextDueAt()
    const untilDue = due === null ? longestRestMs : Math.max(due - now(), 100)
    return Math.min(untilDue, longestRestMs)
  }

  async function settle(): Promise<void> {
    if (!unsettled) return
    const pauseMs = await options.settle(unsettled.row, unsettled.ending)
    unsettled = null
    if (pauseMs !== undefined) pausedUntil = now() + pauseMs
  }

  async function workOn(row: Row): Promise<Ending> {
    const prolonging = setInterval(() => {
      prolong(row, now() + claimMs).catch((error: unknown) =>
        log.warn({ err: error, id: row.id }, 'A claim on outgoing mail was not prolonged'),
      )
    }, claimMs / 3)
    try {
      return await work(row, outOfPatience)
    } finally {
      clearInterval(prolonging)
    }
  }

  return {
    wake,
    wakeSoon,
    /** Waits until nothing is under way or about to be. What waits for another try still waits. */
    async idle(): Promise<void> {
      if (soon) wake()
      while (working) await working
    },
    /** Finishes what is under way, for a while; what else waits is for the next start. */
    async stop(): Promise<void> {
      stopping = true
      clearTimeout(resting)
      clearTimeout(soon)
      const grace = setTimeout(() => losePatience('interrupted'), stopGraceMs)
      await working
      clearTimeout(grace)
      await settle().catch((error: unknown) =>
        log.error({ err: error, id: unsettled?.row.id }, 'It was not kept how a mail ended'),
      )
    },
  }
}
