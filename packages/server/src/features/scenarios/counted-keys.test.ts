import { expect, test } from 'vitest'
import { createCountedKeys } from './counted-keys.ts'

const dayMs = 24 * 60 * 60_000

function counting() {
  const clock = { time: 0 }
  const keys = createCountedKeys(() => clock.time)
  const count = (user: string, run: string, from: number, to: number): Set<string> =>
    new Set(
      Array.from(
        { length: to - from },
        (_, at) => keys.bounded(user, `${run} ${from + at}`) ?? 'too many',
      ),
    )
  return { clock, count, keys }
}

test('a person has no more keys in a day, whichever run they begin', () => {
  const { clock, count, keys } = counting()
  for (let run = 0; run < 5; run += 1) {
    expect(count('user 1', `run ${run}`, 0, 10_000).size).toBe(10_000)
  }
  expect(count('user 1', 'run 5', 0, 100)).toEqual(new Set(['too many']))
  expect(count('user 1', 'run 0', 0, 100).size).toBe(100)
  expect(count('user 2', 'run 6', 0, 100).size).toBe(100)

  clock.time += dayMs
  keys.removeEnded()
  expect(count('user 1', 'run 5', 0, 100).size).toBe(100)
})

test('where all remember too much, the person with the most loses it and counts no more for that', () => {
  const { count } = counting()
  expect(count('quiet', 'run', 0, 10).size).toBe(10)
  for (let user = 0; user < 5; user += 1) count(`user ${user}`, 'run', 0, 50_000)
  const before = count('quiet', 'run', 0, 10)
  expect(before.size).toBe(10)
  for (let user = 0; user < 5; user += 1) {
    const after = count(`user ${user}`, 'run', 60_000, 60_010)
    expect(after).toEqual(new Set(['too many']))
  }
})
