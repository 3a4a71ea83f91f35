import { keepNewest } from '../../../../lib/shares/newest-kept.ts'
import { not, row, type MailSearch } from '../mail-condition.ts'

/**
 * The days that a search names, in the time zone of the user who searches. A day is `YYYY-MM-DD`, `today`,
 * `yesterday`, or a weekday, which means the last such day up to today. Pure.
 */
export type SearchClock = {
  now: number
  /** An IANA name; an unknown one counts as UTC. */
  timeZone: string
}

const dayMs = 86_400_000
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const dayNames = new Set(['today', 'yesterday', ...weekdays])

/** The one way to write a day; null when the text names none. */
export function readDay(text: string): string | null {
  const name = text.toLowerCase()
  if (dayNames.has(name)) return name
  const written = /^(\d{4})[-/](\d{2})[-/](\d{2})$/.exec(text)?.slice(1).join('-')
  if (written === undefined) return null
  const time = midnightInUtc(written)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written) ? written : null
}

export function dayStart(day: string, clock: SearchClock): number {
  const zone = zoneOf(clock.timeZone)
  return zone.startOf(dateOf(day, zone.localDate(clock.now)))
}

export function dayEnd(day: string, clock: SearchClock): number {
  const zone = zoneOf(clock.timeZone)
  return zone.startOf(dateOf(day, zone.localDate(clock.now)) + dayMs)
}

/** How operators that take a day read and write it (`operators.ts`). */
export function day<Kind extends 'after' | 'before'>(kind: Kind) {
  return {
    read({ text }: { text: string }) {
      const named = readDay(text)
      if (named === null) return { expected: 'a day such as 2026-11-20 or today' }
      return { kind, day: named }
    },
    write: (term: { day: string }) => term.day,
  }
}

type Days = { from: string | null; to: string | null }

/** A day, or a first and a last one with `..` between them; one may be missing. */
export function days<Kind extends 'on' | 'dated'>(kind: Kind) {
  return {
    read({ text }: { text: string }) {
      const [first = '', last = first, ...others] = text.split('..')
      const [from = null, to = null] = [first, last].map((each) => each && readDay(each))
      const isRead = from !== null && to !== null && (from || to) && others.length === 0
      if (!isRead) {
        return { expected: 'a day such as 2026-11-20 or today, or days such as monday..today' }
      }
      return { kind, from: from || null, to: to || null }
    },
    write: ({ from, to }: Days) => (from === to ? String(from) : `${from ?? ''}..${to ?? ''}`),
  }
}

export function withinDays(
  column: 'received_at' | 'dated_at',
  { from, to }: Days,
  clock: SearchClock,
): MailSearch {
  const since = (atLeast: number) => row({ column, atLeast })
  const parts = [since(from === null ? 0 : Math.max(0, dayStart(from, clock)))]
  if (to !== null) parts.push(not(since(dayEnd(to, clock))))
  return { kind: 'all', parts }
}

/** The moment when clocks of the zone show a date and a time, which is passed as if it were UTC. */
export function momentOf(shown: number, clock: SearchClock): number {
  const { offset } = zoneOf(clock.timeZone)
  return shown - offset(shown - offset(shown))
}

/** A date of the calendar as its midnight in UTC. */
function dateOf(day: string, today: number): number {
  if (day === 'today') return today
  if (day === 'yesterday') return today - dayMs
  const weekday = weekdays.indexOf(day)
  if (weekday === -1) return midnightInUtc(day)
  const daysAgo = (new Date(today).getUTCDay() - weekday + 7) % 7
  return today - daysAgo * dayMs
}

const midnightInUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dateIn = (localTime: number) => Math.floor(localTime / dayMs) * dayMs

type Zone = ReturnType<typeof readZone>

const zonesKept = 50
const zones = new Map<string, Zone>()

/** A search may name many days, and a format costs a quarter of a millisecond to make. */
function zoneOf(timeZone: string): Zone {
  const zone = zones.get(timeZone) ?? readZone(timeZone)
  keepNewest(zones, timeZone, zone, zonesKept)
  return zone
}

function readZone(timeZone: string) {
  const format = formatOf(timeZone)

  /** Milliseconds to add to a time to get what the clocks of the zone show. */
  function offset(time: number): number {
    const parts = new Map(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    )
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
    const shown = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    )
    return shown - Math.floor(time / 1_000) * 1_000
  }

  const localDate = (time: number) => dateIn(time + offset(time))

  /**
   * The first moment of a date. Where clocks change at midnight, the date begins at another hour, or
   * midnight comes twice; so the offsets of both sides are tried.
   */
  function startOf(date: number): number {
    // No mail is older than 1970, so the exact moment makes no difference.
    if (date < 0) return date
    const [first, second] = [date - dayMs, date + dayMs]
      .map((time) => date - offset(time))
      .toSorted((a, b) => a - b) as [number, number]
    return localDate(first) >= date ? first : second
  }

  return { localDate, offset, startOf }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = { ...fields, timeZone }
  try {
    return new Intl.DateTimeFormat('en-US', options)
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...fields, timeZone: 'UTC' })
  }
}

const fields = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const
