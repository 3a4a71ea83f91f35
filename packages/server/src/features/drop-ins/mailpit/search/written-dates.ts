import { searchTerms } from '../../../mails/mails.ts'

/**
 * The dates of Mailpit's `before:` and `after:`, in the ways in which programs usually write them. A date without a
 * time is its midnight; one without a zone is in the user's zone. Numbers with slashes or dots are month, day and
 * year, unless the year is first. Pure.
 */
export function readMoment(written: string, clock: searchTerms.SearchClock): number | null {
  const text = written.toUpperCase().replace(/^(?:MON|TUE|WED|THU|FRI|SAT|SUN)[A-Z]* +/, '')
  const number = readNumber(text)
  if (number !== undefined) return number
  for (const { pattern, order } of dates) {
    const match = pattern.exec(text)
    if (match === null) continue
    const fields = order.map((name, index) => [name, match[index + 1] ?? '1'] as const)
    const day = readDate(new Map(fields))
    const time = readTime(text.slice(match[0].length))
    if (day === null || time === null) return null
    const shown = day + time.ofDay
    return time.zone === null ? searchTerms.momentOf(shown, clock) : shown - time.zone
  }
  return null
}

type DateField = 'year' | 'month' | 'day'

const names = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const month = `(${names.join('|')})[A-Z]*`

const dates: { pattern: RegExp; order: DateField[] }[] = [
  { pattern: /^(\d{4})(\d{2})(\d{2})(?!\d)/, order: ['year', 'month', 'day'] },
  {
    pattern: /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)/,
    order: ['year', 'month', 'day'],
  },
  { pattern: /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/, order: ['month', 'day', 'year'] },
  {
    pattern: new RegExp(`^(\\d{1,2})(?:ST|ND|RD|TH)?[- ]${month}[- ](\\d{4}|\\d{2})(?!\\d)`),
    order: ['day', 'month', 'year'],
  },
  {
    pattern: new RegExp(`^${month}[- ](\\d{1,2})(?:ST|ND|RD|TH)?[- ](\\d{4}|\\d{2})(?!\\d)`),
    order: ['month', 'day', 'year'],
  },
]

/** Seconds, or parts of them, since 1970: as many digits as today's have. */
function readNumber(text: string): number | null | undefined {
  if (!/^\d+$/.test(text)) return undefined
  if (text.length === 14) return undefined
  const perMs = { 10: 1e-3, 13: 1, 16: 1e3, 19: 1e6 }[text.length]
  if (perMs !== undefined) return Math.floor(Number(text) / perMs)
  return undefined
}

function readDate(fields: ReadonlyMap<DateField, string>): number | null {
  const written = fields.get('year') ?? ''
  // Two digits, as Go reads them.
  const century = written.length > 2 ? 0 : Number(written) >= 69 ? 1900 : 2000
  const year = century + Number(written)
  const named = names.indexOf(fields.get('month') ?? '')
  const month = named === -1 ? Number(fields.get('month')) - 1 : named
  const day = Number(fields.get('day'))
  const time = Date.UTC(year, month, day)
  const date = new Date(time)
  const isReal = date.getUTCMonth() === month && date.getUTCDate() === day
  return isReal && date.getUTCFullYear() === year ? time : null
}

const timeOfDay = /^[T ] ?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)? ?([AP]M)?/
/** An offset may have the name of its zone behind it. */
const zone = /^ ?(?:Z|UTC|GMT)?$|^ ?(?:UTC|GMT)?([-+])(\d{2}):?(\d{2})(?: [A-Z ]*)?$/

/** Reads what follows a date: milliseconds of the day, and the offset to take away for UTC. Null: it is no time. */
function readTime(text: string): { ofDay: number; zone: number | null } | null {
  const [all = '', hours = '0', minutes = '0', seconds = '0', fraction = '0', half] =
    timeOfDay.exec(text) ?? []
  const rest = zone.exec(text.slice(all.length))
  if (rest === null) return null
  const [written, sign, zoneHours, zoneMinutes] = rest
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'PM' ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  const ofDay =
    ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 +
    Math.floor(Number(`0.${fraction}`) * 1_000)
  if (written.trim() === '') return { ofDay, zone: null }
  const offset = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * 60_000
  return { ofDay, zone: sign === '-' ? -offset : offset }
}
