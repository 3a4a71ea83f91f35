import { describe, expect, test } from 'vitest'
import { longDateTime, relativeTime } from './relative-time.ts'

const now = Date.UTC(2026, 10, 21, 12, 0, 0)
const s = 1_000
const m = 60 * s
const h = 60 * m
const d = 24 * h

describe('how long ago', () => {
  test.each([
    [0, 'just now'],
    [44 * s, 'just now'],
    [-5 * m, 'just now'],
    [45 * s, '1 minute ago'],
    [89 * s, '1 minute ago'],
    [2 * m, '2 minutes ago'],
    [14 * m + 10 * s, '14 minutes ago'],
    [59 * m + 20 * s, '59 minutes ago'],
    [59 * m + 31 * s, '1 hour ago'],
    [h, '1 hour ago'],
    [3 * h + 59 * m, '3 hours ago'],
    [23 * h + 59 * m, '23 hours ago'],
    [d, 'yesterday'],
    [2 * d, '2 days ago'],
    [6 * d + 23 * h, '6 days ago'],
    [7 * d, '1 week ago'],
    [29 * d, '4 weeks ago'],
    [30 * d, '1 month ago'],
    [364 * d, '11 months ago'],
    [365 * d, '1 year ago'],
    [800 * d, '2 years ago'],
  ])('%d ms before now is %j', (age, text) => {
    expect(relativeTime(now - age, now)).toBe(text)
  })
})

test('a long date names the month, the day, the year and the minute', () => {
  expect(longDateTime('2026-11-21T12:34:00.000Z').replaceAll('\u202f', ' ')).toMatch(
    /^November 2[012], 2026 at \d{1,2}:\d4 [AP]M$/,
  )
})
