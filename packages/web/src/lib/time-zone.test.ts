import { expect, test } from 'vitest'
import { userTimeZone, withTimeZone } from './time-zone.ts'

test.each([
  ['after:today', true],
  ['invoice -(DATED:2026-11-01..)', true],
  ['on:', true],
  ['today', false],
  ['newer_than:7d', false],
  [undefined, false],
])('a query with the search %j names a time zone: %j', (q, names) => {
  expect(withTimeZone({ q })).toEqual(names ? { q, time_zone: userTimeZone() } : { q })
})
