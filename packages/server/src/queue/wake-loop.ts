import type { Logger } from 'pino'

type WakeLoopOptions = {
  /** Does all that is due, and returns when more will be; null: nothing waits. */
  work: () => Promise<number | null>
  /** What the log says where it could not. */
  problem: string
  log: Pick<Logger, 'error'>
  now: () => number
}

/** How soon a process notices what another has queued, if nothing wakes it. */
const longestRestMs = 30_000
const shortestRestMs = 100
const restAfterFailureMs = 5_000
/** Longer than the answer to a request takes, so that its duration does not tell whether a row was written. */
const soonMs = 100

/** Works when it is woken, once at a time, and when it has rested. */
export function createWakeLoop({ work, problem, log, now }: WakeLoopOptions) {
  let working: Promise<void> | null = null
  let isWanted = false
  let isStopped = false
  let resting: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined

  /** Works at once, or after the work under way. */
  function wake(): void {
    if (isStopped) return
    clearTimeout(soon)
    soon = undefined
    isWanted = true
    working ??= workOff()
  }

  async function workOff(): Promise<void> {
    clearTimeout(resting)
    let nextAt: number | null = null
    while (isWanted && !isStopped) {
      isWanted = false
      nextAt = await work().catch((error: unknown) => {
        log.error({ err: error }, problem)
        return now() + restAfterFailureMs
      })
    }
    working = null
    const restMs = nextAt === null ? longestRestMs : Math.max(nextAt - now(), shortestRestMs)
    if (!isStopped) resting = setTimeout(wake, Math.min(restMs, longestRestMs)).unref()
  }

  return {
    wake,
    /** Wakes after a moment, once for all calls within it. */
    wakeSoon(): void {
      if (!isStopped) soon ??= setTimeout(wake, soonMs).unref()
    },
    isStopped: () => isStopped,
    isWorking: () => working !== null,
    /** Waits until nothing is being done. What waits for its time still waits. */
    async idle(): Promise<void> {
      if (soon) wake()
      while (working) await working
    },
    /** Waits for the work under way, and does no other. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(soon)
      clearTimeout(resting)
      await working
    },
  }
}
