import { randomUUID } from 'node:crypto'
import type { FeatureDeps } from '../feature-deps.ts'
import { pickTurns, type Turn } from './turn-rules.ts'
import { claimMs, type createTurns } from './turns.ts'
import { claimTurn, listTurns, releaseClaims } from './webhook-delivery-store.ts'

type DispatchDeps = Pick<FeatureDeps, 'db' | 'log' | 'now'> & {
  take: ReturnType<typeof createTurns>['take']
}

const soonMs = 100
const shortestRestMs = 100
/** How soon a process notices what another has queued, if nothing wakes it. */
const longestRestMs = 30_000
const restAfterFailureMs = 5_000
/** How long stopping waits for requests under way. */
const stopGraceMs = 8_000

/**
 * Has webhooks take turns, in any number of processes: several at a time, since a receiver may be slow, and by people
 * first. Nothing is held in memory, so a row is worked on however its process ended.
 */
export function createDispatch({ db, log, take, now }: DispatchDeps) {
  const running = new Map<number, Turn & { done: Promise<void> }>()
  const stopping = new AbortController()
  let isStopped = false
  let isWanted = false
  let filling: Promise<void> | null = null
  let soon: NodeJS.Timeout | undefined
  let resting: NodeJS.Timeout | undefined

  function wake(): void {
    if (isStopped) return
    clearTimeout(soon)
    soon = undefined
    isWanted = true
    filling ??= fillAll()
  }

  /** Wakes after a moment, once for all calls within it. */
  function wakeSoon(): void {
    if (!isStopped) soon ??= setTimeout(wake, soonMs).unref()
  }

  async function fillAll(): Promise<void> {
    clearTimeout(resting)
    let restMs = longestRestMs
    while (isWanted && !isStopped) {
      isWanted = false
      restMs = await fill().catch((error: unknown) => {
        log.error({ err: error }, 'Webhooks cannot be read')
        return restAfterFailureMs
      })
    }
    filling = null
    if (!isStopped) resting = setTimeout(wake, restMs).unref()
  }

  /** Fills the lanes, and returns how long there is nothing more to do. */
  async function fill(): Promise<number> {
    const { picked, nextAt } = pickTurns(await listTurns(db.sql), running, now())
    for (const turn of picked) {
      if (isStopped) break
      const claim = { claim: randomUUID(), now: now(), until: now() + claimMs }
      if (await claimTurn(db.sql, turn.id, claim)) start(turn, claim.claim)
    }
    const restMs = nextAt === null ? longestRestMs : nextAt - now()
    return Math.min(Math.max(restMs, shortestRestMs), longestRestMs)
  }

  function start(turn: Turn, claim: string): void {
    const { id } = turn
    const done = take({ id, claim }, stopping.signal)
      .catch((error: unknown) => log.error({ err: error, webhook: id }, 'A webhook had no turn'))
      .finally(() => {
        running.delete(id)
        wake()
      })
    running.set(id, { ...turn, done })
  }

  const ended = () => Promise.all([...running.values()].map(({ done }) => done))

  return {
    wake,
    wakeSoon,
    /** Waits until nothing is being sent or due. */
    async idle(): Promise<void> {
      if (soon) wake()
      while (filling || running.size > 0) {
        await filling
        await ended()
      }
    },
    async start(): Promise<void> {
      // In a store of one process no other holds a claim; in others claims lapse.
      const released = db.dialect.hasOneProcess ? releaseClaims(db.sql) : undefined
      await released?.catch((error: unknown) => log.warn({ err: error }, 'claims wait to lapse'))
      wake()
    },
    /** Requests under way may end; what is left is sent at the next start. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(soon)
      clearTimeout(resting)
      const grace = setTimeout(() => stopping.abort(), stopGraceMs)
      await filling
      await ended()
      clearTimeout(grace)
    },
  }
}
