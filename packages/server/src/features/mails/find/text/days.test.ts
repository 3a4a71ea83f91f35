import { expect, test, vi } from 'vitest'
import { dayEnd, dayStart, readDay } from './days.ts'

/** A Sunday. */
const noon = Date.UTC(2026, 10, 22, 12)

function bounds(day: string, timeZone: string, now = noon): string[] {
  const clock = { now, timeZone }
  return [dayStart, dayEnd].map((bound) => new Date(bound(day, clock)).toISOString())
}

test.each([
  ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z', '2026-11-20T18:30:00.000Z'],
  // 25 and 23 hours.
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  // Clocks go from midnight to one.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
  // Clocks go from midnight back to eleven.
  ['2026-10-29', 'Africa/Cairo', '2026-10-28T21:00:00.000Z', '2026-10-29T22:00:00.000Z'],
  // Clocks go from one back to midnight.
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  // A day that Samoa never had.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
  ['9999-12-31', 'UTC', '9999-12-31T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'],
  ['0001-01-01', 'Asia/Tokyo', '0001-01-01T00:00:00.000Z', '0001-01-02T00:00:00.000Z'],
  ['2026-11-20', 'Mars/Olympus', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
])('%s in %s is a day from %s to %s', (day, timeZone, start, end) => {
  expect(bounds(day, timeZone)).toEqual([start, end])
})

test.each([
  ['today', '2026-11-22'],
  ['yesterday', '2026-11-21'],
  ['sunday', '2026-11-22'],
  ['saturday', '2026-11-21'],
  ['monday', '2026-11-16'],
])('%s is %s on a Sunday', (name, day) => {
  expect(bounds(name, 'UTC')).toEqual(bounds(day, 'UTC'))
})

test('today is the day of the time zone', () => {
  const lateEvening = Date.UTC(2026, 10, 22, 23)
  expect(bounds('today', 'Europe/Berlin', lateEvening)).toEqual(
    bounds('2026-11-23', 'Europe/Berlin'),
  )
  expect(bounds('monday', 'Europe/Berlin', lateEvening)).toEqual(
    bounds('2026-11-23', 'Europe/Berlin'),
  )
  expect(bounds('today', 'America/New_York', lateEvening)).toEqual(
    bounds('2026-11-22', 'America/New_York'),
  )
})

test.each([
  ['Today', 'today'],
  ['FRIDAY', 'friday'],
  ['2026/11/20', '2026-11-20'],
  ['2026-02-30', null],
  ['2026-13-01', null],
  ['26-11-20', null],
  ['tomorrow', null],
  ['constructor', null],
  ['', null],
])('the day %j is read as %j', (text, expected) => {
  expect(readDay(text)).toBe(expected)
})

test('a zone is read once for all days of a search', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (let times = 0; times < 50; times += 1) bounds('monday', 'Pacific/Chatham')
  expect(made).toHaveBeenCalledOnce()
  // However many names of zones are sent, few are kept.
  for (let zone = 0; zone < 60; zone += 1) bounds('today', `Nowhere/${zone}`)
  made.mockClear()
  bounds('monday', 'Pacific/Chatham')
  expect(made).toHaveBeenCalledOnce()
  made.mockRestore()
})
