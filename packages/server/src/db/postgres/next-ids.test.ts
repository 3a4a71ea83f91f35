import { expect, test } from 'vitest'
import { createNextIds } from './next-ids.ts'

function sequence() {
  let last = 0
  const fetched: number[] = []
  const fetch = async (count: number) => {
    fetched.push(count)
    return Array.from({ length: count }, () => ++last)
  }
  return { fetch, fetched }
}

const filledUp = () => new Promise((done) => setImmediate(done))

/** Few ids are used meanwhile. */
async function aWhile(): Promise<number> {
  await filledUp()
  return 150
}

test('has as many ids ready as were asked for before', async () => {
  const { fetch, fetched } = sequence()
  let now = 0
  const take = createNextIds(fetch, () => now)
  expect(await take(2)).toEqual([1, 2])
  now += await aWhile()
  expect(await take(2)).toEqual([3, 4])
  now += await aWhile()
  expect(await take(3)).toEqual([5, 6, 7])
  // The first two, and ahead of each call; the third of the last call was missing.
  expect(fetched.slice(0, 4)).toEqual([2, 2, 2, 1])
})

test('asks for the ids of many batches at once when they follow each other', async () => {
  const { fetch, fetched } = sequence()
  let now = 0
  const take = createNextIds(fetch, () => now)
  const taken: number[] = []
  for (; now < 1_000; now += 5) {
    taken.push(...(await take(2)))
    await filledUp()
  }
  expect(taken).toHaveLength(400)
  expect(taken).toEqual(taken.toSorted((a, b) => a - b))
  expect(fetched.length).toBeLessThan(25)
  expect(fetched.reduce((sum, count) => sum + count, 0)).toBeLessThan(500)
})

test('keeps few ids for who needs few', async () => {
  const { fetch, fetched } = sequence()
  let now = 0
  const take = createNextIds(fetch, () => now)
  for (; now < 10_000; now += 150) {
    await take(1)
    await filledUp()
  }
  expect(Math.max(...fetched)).toBe(1)
})

test('drops ids that were not used in time', async () => {
  const { fetch } = sequence()
  let now = 0
  const take = createNextIds(fetch, () => now)
  await take(2)
  await filledUp()
  now = 1_000
  expect(await take(2)).toEqual([5, 6])
})

test('returns ids that grow to calls at the same time', async () => {
  const { fetch } = sequence()
  const take = createNextIds(fetch, () => 0)
  const lists = await Promise.all([3, 1, 5, 2, 2, 8].map(take))
  const ids = lists.flat()
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(lists.map(({ length }) => length)).toEqual([3, 1, 5, 2, 2, 8])
})

test('fails only the call that needs ids', async () => {
  const { fetch } = sequence()
  let isAway = false
  let now = 0
  const take = createNextIds(
    async (count) => {
      if (isAway) throw new Error('away')
      return fetch(count)
    },
    () => now,
  )
  await take(1)
  now += await aWhile()
  expect(await take(1)).toEqual([2])
  now += await aWhile()
  isAway = true
  expect(await take(1)).toEqual([3])
  await expect(take(1)).rejects.toThrow('away')
  isAway = false
  expect(await take(1)).toEqual([4])
})
