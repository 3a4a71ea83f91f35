import { expect, test } from 'vitest'
import { readCalendar } from './read-calendar.ts'

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')

test('the first event of a calendar is summarised', () => {
  const text = calendar(
    'METHOD:REQUEST',
    'BEGIN:VTIMEZONE',
    'DTSTART:19700101T000000',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'SUMMARY;LANGUAGE=en:Launch\\, review and a lo',
    ' ng name',
    'DTSTART;TZID="Europe/Berlin: here":20261121T093000',
    'DTEND:20261121T103000Z',
    'RRULE:FREQ=SECONDLY',
    'ORGANIZER;CN=Ada:mailto:ada@rocket.test',
    'BEGIN:VALARM',
    'SUMMARY:Not this',
    'LOCATION:Nor this',
    'END:VALARM',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'LOCATION:Nor that',
    'END:VEVENT',
  )
  expect(readCalendar(text)).toEqual([
    { label: 'Event', value: 'Launch, review and a long name' },
    { label: 'Starts', value: '2026-11-21 09:30 Europe/Berlin: here' },
    { label: 'Ends', value: '2026-11-21 10:30 UTC' },
    { label: 'Repeats', value: 'FREQ=SECONDLY' },
    { label: 'Organizer', value: 'ada@rocket.test' },
    { label: 'Method', value: 'REQUEST' },
  ])
})

test('a whole day has no time, and what is no date is shown as it is', () => {
  const text = calendar('BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20261121', 'DTEND:soon', 'END:VEVENT')
  expect(readCalendar(text)).toEqual([
    { label: 'Starts', value: '2026-11-21' },
    { label: 'Ends', value: 'soon' },
  ])
})

test('a text without an event has no summary', () => {
  expect(readCalendar(calendar('METHOD:PUBLISH'))).toEqual([])
  expect(readCalendar('')).toEqual([])
})
