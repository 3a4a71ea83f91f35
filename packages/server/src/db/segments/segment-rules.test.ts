import { expect, test } from 'vitest'
import { fateOf, nextLook } from './segment-rules.ts'

const dayMs = 24 * 60 * 60_000
const mb = 1024 * 1024
const now = 1_000 * dayMs

const ageAndNext = (age: number) => (nextLook(now - age * dayMs, now) - now) / dayMs

test('a segment is looked at after a day, then after as long again, and every week at last', () => {
  expect([0, 1, 2, 4, 7, 300].map(ageAndNext)).toEqual([1, 1, 2, 4, 7, 7])
})

test('segments of a quarter of a day are looked at together', () => {
  const looks = [1, 100_000, 5_000_000].map((ms) => nextLook(now + ms, now + ms))
  expect(new Set(looks).size).toBe(1)
})

test.each([
  { bytes: 10 * mb, live: 0, age: 1, fate: 'empty' },
  { bytes: 10 * mb, live: 4 * mb, age: 1, fate: 'sparse' },
  { bytes: 10 * mb, live: 5 * mb, age: 29, fate: 'well' },
  { bytes: 10 * mb, live: 9 * mb, age: 30, fate: 'sparse' },
  { bytes: 10 * mb, live: 10 * mb, age: 400, fate: 'well' },
  { bytes: 1_000, live: 1_000, age: 400, fate: 'small' },
  { bytes: 1_000, live: 400, age: 1, fate: 'sparse' },
])('$live of $bytes bytes after $age days: $fate', ({ bytes, live, age, fate }) => {
  expect(fateOf({ bytes, live, createdAt: now - age * dayMs }, now)).toBe(fate)
})
