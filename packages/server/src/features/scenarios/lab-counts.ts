import { limits } from '@mailstop/contract'
import type { Tally } from '../../attempts/attempts.ts'
import { createSoon, type SoonDeps } from '../../lib/process/soon.ts'
import { createCountedKeys, shortKey } from './counted-keys.ts'

type LabCountsDeps = {
  now: () => number
  /** Adds to the counts of all processes. */
  tallyOf: (windowMs: number) => Tally
  sums: (keys: string[]) => Promise<Map<string, number>>
} & SoonDeps

type Asked = {
  key: string
  windowMs: number
  resolve: (counted: { count: number; sinceMs: number }) => void
  reject: (error: unknown) => void
}

const hitsTogetherMs = 500
const hitsWindowMs = limits.scenarioSeconds * 1_000
/** Keys of one statement. */
const mostAtOnce = 1_000

/** Counts for scenarios where all processes agree: in the store, with all that waits in one write. */
export function createLabCounts({ tallyOf, sums, now, later, onError }: LabCountsDeps) {
  const keys = createCountedKeys(now)
  let asked: Asked[] = []
  let counting: Promise<void> | null = null
  let hits = new Map<string, number>()
  const writing = createSoon(writeHits, hitsTogetherMs, { later, onError })

  /** What is asked for while the last answers are handed out is counted after them. */
  function begin(): void {
    counting ??= countAsked().finally(() => {
      counting = null
      if (asked.length > 0) begin()
    })
  }

  async function countAsked(): Promise<void> {
    while (asked.length > 0) {
      const taken = asked.splice(0, mostAtOnce)
      for (const [windowMs, those] of Map.groupBy(taken, (one) => one.windowMs)) {
        await countThose(tallyOf(windowMs), windowMs, those)
      }
    }
  }

  async function countThose(tally: Tally, windowMs: number, those: Asked[]): Promise<void> {
    const byKey = Map.groupBy(those, ({ key }) => key)
    const added = [...byKey].map(([key, { length }]) => ({ key, count: length }))
    try {
      for (const { key, count, endsInMs } of await tally(added)) {
        const ofKey = byKey.get(key) ?? []
        const sinceMs = Math.max(0, windowMs - endsInMs)
        ofKey.forEach(({ resolve }, index) =>
          resolve({ count: count - ofKey.length + index + 1, sinceMs }),
        )
      }
    } catch (error) {
      for (const { reject } of those) reject(error)
    }
  }

  async function writeHits(): Promise<void> {
    const added = [...hits].map(([key, count]) => ({ key, count }))
    hits = new Map()
    if (added.length > 0) await tallyOf(hitsWindowMs)(added)
  }

  const hitName = (run: string, step: number) => `${run} ${step} hits`
  /** Clients that choose many keys take none of those that steps need themselves. */
  const keyOfStep = (user: string, name: string) =>
    keys.bounded(`steps of ${user}`, name) ?? `others of ${user}`

  /** What clients choose beyond the limit is one count of its step, which changes nothing for other steps, runs and teams. */
  const keyOf = (user: string, step: string, chosen: string) =>
    chosen === ''
      ? keyOfStep(user, step)
      : (keys.bounded(user, `${step} ${chosen}`) ?? keyOfStep(user, `${step} others`))

  return {
    /** Counts one, as one of `user`, for a step and what the client chose. Other processes count for the same. */
    count: (user: string, run: string, step: string, key: string, windowMs: number) =>
      new Promise<{ count: number; sinceMs: number }>((resolve, reject) => {
        asked.push({
          key: keyOf(user, `${run} ${step}`, key),
          windowMs,
          resolve,
          reject,
        })
        begin()
      }),

    removeEnded: keys.removeEnded,

    hit(user: string, run: string, step: number): void {
      const key = keyOfStep(user, hitName(run, step))
      hits.set(key, (hits.get(key) ?? 0) + 1)
      writing.ask()
    },

    /** How often each step of a run has acted. */
    async hitsOf(run: string, steps: number): Promise<number[]> {
      await writing.now()
      const names = Array.from({ length: steps }, (_, index) => shortKey(hitName(run, index)))
      const found = await sums(names)
      return names.map((key) => found.get(key) ?? 0)
    },

    async idle(): Promise<void> {
      await counting
      await writing.now().catch(onError)
    },
  }
}
