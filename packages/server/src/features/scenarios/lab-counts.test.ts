import { expect, test } from 'vitest'
import { createLabCounts } from './lab-counts.ts'

function counting() {
  const sums = new Map<string, number>()
  return createLabCounts({
    now: () => 0,
    tallyOf: () => async (added) =>
      added.map(({ key, count }) => {
        const total = (sums.get(key) ?? 0) + count
        sums.set(key, total)
        return { key, count: total, endsInMs: 0 }
      }),
    sums: async (keys) => new Map(keys.map((key) => [key, sums.get(key) ?? 0])),
    later: () => () => {},
    onError: (error) => {
      throw error
    },
  })
}

test('a client that chooses too many keys changes what its own step counts, and no other', async () => {
  const { count, hit, hitsOf } = counting()
  const keys = Array.from({ length: 50_002 }, (_, at) => `sender ${at}`)
  const counted = await Promise.all(keys.map((key) => count('ada', 'noisy', '0', key, 60_000)))
  expect(counted.slice(-3).map((each) => each.count)).toEqual([1, 1, 2])
  const others = [
    count('ada', 'noisy', '1', 'x', 60_000),
    count('ada', 'quiet', '0', 'x', 60_000),
    count('ada', 'quiet', '0', '', 60_000),
    count('bob', 'noisy', '0', 'x', 60_000),
  ]
  expect((await Promise.all(others)).map((each) => each.count)).toEqual([1, 1, 1, 1])
  hit('ada', 'quiet', 0)
  expect(await hitsOf('quiet', 1)).toEqual([1])
})
