import { expect, test } from 'vitest'
import { rangeAfter, readBounds, smallestWidth } from './range-bounds.ts'

const width = smallestWidth

test.each([
  ['an empty store', 0, width],
  ['a small store', 8 * width, width],
  ['a large store', 8 * width + 1, 2 * width],
  ['a billion mails', 1_000_000_000, 128 * width],
])('a new range of %s begins where the last ends and holds an eighth of all', (_, mails, wide) => {
  expect(rangeAfter({ from: 0, to: 3 * width }, { mails, count: 3 })).toEqual({
    from: 3 * width,
    to: 3 * width + wide,
  })
})

test('a range that an id needs holds it, however far away it is', () => {
  const last = { from: 0, to: width }
  expect(rangeAfter(last, { mails: 0, count: 1 }, width)).toEqual({ from: width, to: 2 * width })
  expect(rangeAfter(last, { mails: 0, count: 1 }, 7 * width - 1)).toEqual({
    from: width,
    to: 7 * width,
  })
  expect(rangeAfter(last, { mails: 0, count: 1 }, 7 * width)).toEqual({
    from: width,
    to: 8 * width,
  })
})

test('a billion mails that nobody deletes are in less than fifty ranges', () => {
  let ranges = 0
  let last = { from: 0, to: 0 }
  while (last.to < 1_000_000_000) {
    last = rangeAfter(last, { mails: last.to, count: ranges })
    ranges += 1
  }
  expect(ranges).toBeLessThan(50)
})

test('ranges that all keep one mail are few, however much mail there was', () => {
  let count = 1
  let last = { from: 0, to: width }
  for (; last.to < 100_000_000_000; count += 1) last = rangeAfter(last, { mails: count, count })
  expect(count).toBeLessThan(96)
})

test('bounds are read as Postgres writes them', () => {
  expect(readBounds("FOR VALUES FROM (MINVALUE) TO ('1048576')")).toEqual({ from: 0, to: width })
  expect(readBounds("FOR VALUES FROM ('1048576') TO ('2097152')")).toEqual({
    from: width,
    to: 2 * width,
  })
  expect(() => readBounds('DEFAULT')).toThrow('Not a range of ids: DEFAULT')
})
