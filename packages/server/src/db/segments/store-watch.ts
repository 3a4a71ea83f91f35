import type { BaseLogger } from 'pino'
import { SourcesAway } from '../store-faults.ts'

type Side = 'writing' | 'reading'
export type Probe = () => Promise<Record<Side, SourcesAway | null>>

export type WatchDeps = {
  probe: Probe
  log: BaseLogger
  /** Calls back after a while, and returns what prevents it. */
  later?: (work: () => void, ms: number) => () => void
}

const againMs = 1_000
/** An idle process notices too, so that its readiness is true. */
const idleMs = 15_000

const usualLater = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms).unref()
  return () => clearTimeout(timer)
}

/** A request that is refused, and not put off, may be refused for its object: one that was archived or cut short. */
const isOfOne = (side: Side, { status }: SourcesAway): boolean =>
  side === 'reading' && status !== null && status < 500 && status !== 429

/**
 * Whether the object store works, for writing and for reading apart: a disk that is full can be read. What fails once
 * is not tried again by those who ask: they are refused at once, until a probe has succeeded.
 */
export function createStoreWatch({ probe, log, later = usualLater }: WatchDeps) {
  const away: Record<Side, SourcesAway | null> = { writing: null, reading: null }
  let isBusy = false
  let hasStopped = false
  let isDoubted = false
  let cancel = later(() => void lookIfIdle(), idleMs)

  function note(side: Side, error: SourcesAway | null): void {
    const before = away[side]
    away[side] = error
    // Logs no stack: this is no bug, but the operator should know.
    const reason = error?.message
    if (error && !before) log.warn({ reason, side }, 'The object store of sources is away')
    if (!error && before) log.info({ side }, 'The object store of sources works again')
  }

  async function look() {
    const found = await probe()
    if (hasStopped) return found
    note('writing', found.writing)
    note('reading', found.reading)
    isBusy = false
    wait()
    return found
  }

  /** What succeeded meanwhile says as much as a probe. */
  async function lookIfIdle(): Promise<void> {
    if (!isBusy || isAway()) return void (await look())
    isBusy = false
    wait()
  }

  /** The probe says whether it is more than one object. */
  function doubt(): void {
    if (isDoubted || hasStopped || isAway()) return
    isDoubted = true
    cancel()
    cancel = later(() => void look(), againMs)
  }

  function wait(): void {
    cancel()
    isDoubted = false
    if (!hasStopped) cancel = later(() => void lookIfIdle(), isAway() ? againMs : idleMs)
  }

  const isAway = () => away.writing !== null || away.reading !== null

  return {
    isAway,
    look,
    /** Does `work`, unless it is known to fail. */
    async within<T>(side: Side, work: () => Promise<T>): Promise<T> {
      const known = away[side]
      if (known) throw known
      try {
        const result = await work()
        isBusy = true
        return result
      } catch (error) {
        // If many fail together, the first one begins to probe.
        if (error instanceof SourcesAway && isOfOne(side, error)) doubt()
        else if (error instanceof SourcesAway && !away[side]) {
          const wasAway = isAway()
          note(side, error)
          if (!wasAway) wait()
        }
        throw error
      }
    },
    stop(): void {
      hasStopped = true
      cancel()
    },
  }
}
