import { expect, test } from 'vitest'
import { createLabCounts } from './lab-counts.ts'

const dayMs = 24 * 60 * 60_000

function countsOn() {
  const clock = { time: 0 }
  const seen: string[] = []
  const counts = createLabCounts({
    now: () => clock.time,
    tallyOf: (windowMs) => async (added) =>
      added.map(({ key, count }) => {
        seen.push(key)
        return { key, count, endsInMs: windowMs }
      }),
    sums: async () => new Map(),
    later: () => () => {},
    onError(error) {
      throw error
    },
  })
  const count = async (run: string, from: number, to: number): Promise<string[]> => {
    seen.length = 0
    const all = Array.from({ length: to - from }, (_, at) =>
      counts.count(run, `${from + at}`, 1_000),
    )
    await Promise.all(all)
    return [...seen]
  }
  return { clock, count, forget: counts.forget }
}

test('keys beyond the bound of a run count together, and by themselves again the next day', async () => {
  const { clock, count } = countsOn()
  expect(new Set(await count('endless', 0, 20_000)).size).toBe(20_000)
  expect(await count('endless', 20_000, 20_001)).toEqual(['endless others'])
  clock.time += dayMs
  expect(await count('endless', 20_000, 20_001)).not.toEqual(['endless others'])
})

test('where many runs know many keys, those of the run that counted longest ago are forgotten', async () => {
  const { count } = countsOn()
  for (let run = 0; run < 6; run += 1) await count(`run ${run}`, 0, 20_000)
  expect(await count('run 5', 20_000, 20_001)).toEqual(['run 5 others'])
  expect(await count('run 0', 20_000, 20_001)).not.toEqual(['run 0 others'])
})
