import { expect, test } from 'vitest'
import { createAttempts } from './attempts.ts'

test('a key has so many attempts in a window, and then waits for its end', () => {
  let time = 0
  const attempts = createAttempts({ limit: 2, windowMs: 10_000, now: () => time })
  expect([attempts.take('a'), attempts.take('a')]).toEqual([null, null])
  time = 4_000
  expect(attempts.take('a')).toBe(6)
  expect(attempts.take('b')).toBeNull()
  time = 10_000
  expect([attempts.take('a'), attempts.take('a'), attempts.take('a')]).toEqual([null, null, 10])
})

test('a forgotten key starts anew', () => {
  const attempts = createAttempts({ limit: 1, windowMs: 10_000, now: () => 0 })
  attempts.take('a')
  attempts.forget('a')
  expect(attempts.take('a')).toBeNull()
})

test('the number of keys is bounded: the oldest go', () => {
  const attempts = createAttempts({ limit: 1, windowMs: 10_000, now: () => 0, maxKeys: 2 })
  for (const key of ['a', 'b', 'c']) attempts.take(key)
  expect([attempts.take('b'), attempts.take('c'), attempts.take('a')]).toEqual([10, 10, null])
})
