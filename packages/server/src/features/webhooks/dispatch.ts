import { randomUUID } from 'node:crypto'
import { createWakeLoop } from '../../queue/wake-loop.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { pickTurns, type Turn } from './turn-rules.ts'
import { claimMs, type createTurns } from './turns.ts'
import { claimTurn, listTurns, releaseClaims } from './webhook-delivery-store.ts'

type DispatchDeps = Pick<FeatureDeps, 'db' | 'log' | 'now'> & {
  take: ReturnType<typeof createTurns>['take']
}

/** How long stopping waits for requests under way. */
const stopGraceMs = 8_000

/**
 * Has webhooks take turns, in any number of processes: several at a time, since a receiver may be slow, and by people
 * first. Nothing is held in memory, so a row is worked on however its process ended.
 */
export function createDispatch({ db, log, take, now }: DispatchDeps) {
  const running = new Map<number, Turn & { done: Promise<void> }>()
  const stopping = new AbortController()
  const loop = createWakeLoop({ work: fill, problem: 'Webhooks cannot be read', log, now })

  /** Fills the lanes, and returns when there is more to do. */
  async function fill(): Promise<number | null> {
    const { picked, nextAt } = pickTurns(await listTurns(db.sql, now()), running, now())
    for (const turn of picked) {
      if (loop.isStopped()) break
      const claim = { claim: randomUUID(), now: now(), until: now() + claimMs }
      if (await claimTurn(db.sql, turn.id, claim)) start(turn, claim.claim)
    }
    return nextAt
  }

  function start(turn: Turn, claim: string): void {
    const { id } = turn
    const done = take({ id, claim }, stopping.signal)
      .catch((error: unknown) => log.error({ err: error, webhook: id }, 'A webhook had no turn'))
      .finally(() => {
        running.delete(id)
        loop.wake()
      })
    running.set(id, { ...turn, done })
  }

  const ended = () => Promise.all([...running.values()].map(({ done }) => done))

  return {
    wake: loop.wake,
    wakeSoon: loop.wakeSoon,
    /** Waits until nothing is being sent or due. */
    async idle(): Promise<void> {
      do {
        await loop.idle()
        await ended()
      } while (loop.isWorking() || running.size > 0)
    },
    async start(): Promise<void> {
      // In a store of one process no other holds a claim; in others claims lapse.
      const released = db.dialect.hasOneProcess ? releaseClaims(db.sql) : undefined
      await released?.catch((error: unknown) => log.warn({ err: error }, 'claims wait to lapse'))
      loop.wake()
    },
    /** Requests under way may end; what is left is sent at the next start. */
    async stop(): Promise<void> {
      const grace = setTimeout(() => stopping.abort(), stopGraceMs)
      await loop.stop()
      await ended()
      clearTimeout(grace)
    },
  }
}
