import { expect, test } from 'vitest'
import { joinSmall, memoryOf } from './json-pieces.ts'

test('pieces that share their memory count once', () => {
  const bytes = new Uint8Array(1_000)
  expect(memoryOf([bytes, bytes.subarray(500), new Uint8Array(24)])).toBe(1_024)
})

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
