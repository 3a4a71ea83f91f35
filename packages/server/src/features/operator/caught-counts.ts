import type { FeatureDeps } from '../feature-deps.ts'
import { addCaught, caughtSince, deleteCaughtBefore } from './overview-store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Counts the mails that arrive, in memory, and writes once a minute, so that catching waits for nothing. A process
 * that is killed loses the count of its last minute. An answer includes what its own process has not written yet, and
 * lacks what others have not written.
 */
export type CaughtCounts = ReturnType<typeof createCaughtCounts>

type CountsDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & { onError: (error: unknown) => void }

export function createCaughtCounts({ db, events, now, onError }: CountsDeps) {
  const unwritten = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined
  events.on('mailReceived', () => {
    const minute = minuteOf(now())
    unwritten.set(minute, (unwritten.get(minute) ?? 0) + 1)
  })

  async function write(): Promise<void> {
    // Mail that arrives meanwhile is left for the next write: otherwise this one would last as long as mail comes.
    const minutes = [...unwritten.keys()]
    for (const minute of minutes) {
      const mails = unwritten.get(minute)
      if (mails === undefined) continue
      unwritten.delete(minute)
      try {
        await addCaught(db.sql, minute, mails)
      } catch (error) {
        unwritten.set(minute, (unwritten.get(minute) ?? 0) + mails)
        throw error
      }
    }
  }

  async function since(time: number): Promise<number> {
    const from = minuteOf(time)
    const written = await caughtSince(db.sql, from)
    return [...unwritten].reduce((sum, [at, mails]) => (at >= from ? sum + mails : sum), written)
  }

  return {
    async recent(): Promise<{ hour: number; day: number }> {
      const [hour, day] = await Promise.all([since(now() - hourMs), since(now() - dayMs)])
      return { hour, day }
    },
    write,
    removeOld: () => deleteCaughtBefore(db.sql, minuteOf(now() - dayMs)),
    start(): void {
      timer = setInterval(() => void write().catch(onError), minuteMs)
    },
    /** Called after the last mail was caught. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await write().catch(onError)
    },
  }
}

const minuteOf = (time: number): number => Math.floor(time / minuteMs) * minuteMs
