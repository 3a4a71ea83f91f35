import { expect, test } from 'vitest'
import { joinSmall } from './json-pieces.ts'

test.each([
  [[], []],
  [[1, 2, 3], [6]],
  [
    [1, 20_000, 2, 3, 20_000],
    [1, 20_000, 5, 20_000],
  ],
  [
    [10_000, 10_000, 5_000],
    [10_000, 15_000],
  ],
])('small neighbours are one piece: %j', (lengths, joined) => {
  const pieces = lengths.map((length, at) => new Uint8Array(length).fill(at))
  const all = joinSmall(pieces)
  expect(all.map(({ length }) => length)).toEqual(joined)
  expect(Buffer.concat(all).equals(Buffer.concat(pieces))).toBe(true)
})
