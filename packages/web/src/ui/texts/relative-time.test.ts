import { describe, expect, test } from 'vitest'
import { dateTexts, exactDateTime, longDateTime } from './date-texts.ts'
import { relativeTime } from './relative-time.ts'

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

test('a long date names the month, the day, the year and the minute, and an exact one the second and the zone', () => {
  const iso = '2026-11-21T12:34:56.000Z'
  const plain = (text: string) => text.replaceAll('\u202f', ' ')
  const date = 'November 2[012], 2026 at'
  expect(plain(longDateTime(iso))).toMatch(new RegExp(`^${date} \\d{1,2}:\\d4 [AP]M$`))
  expect(plain(exactDateTime(iso))).toMatch(new RegExp(`^${date} \\d{1,2}:\\d4:56 [AP]M \\S+$`))
})

test.each([
  ['en-US', 'November 21, 2026 at 9:41 PM', 'Nov 21, 2026'],
  ['en-GB', '21 November 2026 at 21:41', '21 Nov 2026'],
  ['de', '21 November 2026 at 21:41', '21 Nov 2026'],
  ['ja', 'November 21, 2026 at 21:41', 'Nov 21, 2026'],
])('in a browser of %s a date is %j', (language, long, short) => {
  const texts = dateTexts(language)
  const local = '2026-11-21T21:41:00'
  expect(texts.longDateTime(local).replaceAll('\u202f', ' ')).toBe(long)
  expect(texts.shortDate(local)).toBe(short)
})
