import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

test('results come in the order of the items, with few under way at once', async () => {
  let underWay = 0
  const seen: number[] = []
  const results = await fewAtOnce(3, [5, 0, 3, 1, 4, 2, 6], async (item) => {
    underWay += 1
    seen.push(underWay)
    for (let turn = 0; turn < item; turn += 1) await setImmediate()
    underWay -= 1
    return item * 10
  })
  expect(results).toEqual([50, 0, 30, 10, 40, 20, 60])
  expect(Math.max(...seen)).toBe(3)
  expect(await fewAtOnce(3, [], async () => 1)).toEqual([])
})

test('a failure is told, and nothing is begun after it', async () => {
  const begun: number[] = []
  const outcome = fewAtOnce(2, [0, 1, 2, 3, 4, 5], async (item) => {
    begun.push(item)
    await setImmediate()
    if (item === 1) throw new Error('no')
  })
  await expect(outcome).rejects.toThrow('no')
  await setImmediate()
  expect(begun.length).toBeLessThanOrEqual(4)
})
