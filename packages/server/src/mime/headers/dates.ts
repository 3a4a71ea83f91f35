import { withoutComments } from './comments.ts'

/**
 * The Date field (RFC 5322 section 3.3, obsolete forms of 4.3 included) as epoch milliseconds, or
 * null. The parts may be in any order, so `Thu Jan 1 10:00:00 2026 +0100` of careless senders is
 * read as well. A date outside the years 1970 to 9999 is unreadable.
 */
export function parseDate(text: string): number | null {
  return usualDate(text) ?? otherDate(text)
}

function otherDate(text: string): number | null {
  // White space and comments may stand around the colons (RFC 5322 section 4.3).
  const parts = withoutComments(text.slice(0, 200)).split(':')
  const value = parts.map((part) => part.trim()).join(':')
  if (isoDate.test(value)) return inRange(Date.parse(value))
  const draft: Draft = { zone: 0 }
  for (const token of value.split(/[\s,]+/)) if (!readToken(draft, token)) return null
  const { year, month, day, seconds } = draft
  if (year === undefined || month === undefined) return null
  if (day === undefined || seconds === undefined) return null
  const midnight = Date.UTC(year, month, day)
  if (new Date(midnight).getUTCDate() !== day) return null
  return inRange(midnight + (seconds - draft.zone * 60) * 1_000)
}

/** The form of nearly all mail, which needs none of the pieces that other forms are taken apart into. */
const usual =
  /^(?:[A-Z][a-z]{2}, )?(\d\d?) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) ([+-]\d\d)(\d\d)$/

/** Null for every other form, and for what may be wrong. */
function usualDate(text: string): number | null {
  const found = usual.exec(text)
  if (found === null) return null
  const number = (group: number) => Number(found[group])
  const [hour, minute, second, minutes] = [number(4), number(5), number(6), number(8)]
  const month = months.indexOf((found[2] ?? '').toLowerCase())
  const isSure = month !== -1 && hour < 24 && minute < 60 && second < 60 && minutes < 60
  // Every month has so many days.
  if (!isSure || number(1) < 1 || number(1) > 28 || number(3) < 1_971) return null
  const zone = number(7) * 60 + (found[7]?.startsWith('-') ? -minutes : minutes)
  return inRange(Date.UTC(number(3), month, number(1), hour, minute - zone, second))
}

const isoDate = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/
const latest = Date.UTC(10_000, 0, 1)

function inRange(time: number): number | null {
  return time >= 0 && time < latest ? time : null
}

/** `seconds` into the day, `zone` in minutes east of UTC. */
type Draft = { year?: number; month?: number; day?: number; seconds?: number; zone: number }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** RFC 5322 section 4.3; single letters and unknown names mean UTC. */
const zones = new Map([
  ['est', -300],
  ['edt', -240],
  ['cst', -360],
  ['cdt', -300],
  ['mst', -420],
  ['mdt', -360],
  ['pst', -480],
  ['pdt', -420],
])

/** False when the token makes the whole date unreadable. */
function readToken(draft: Draft, token: string): boolean {
  const time = /^(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2}))?(?:\.\d+)?$/.exec(token)
  if (time) return readTime(draft, Number(time[1]), Number(time[2]), Number(time[3] ?? 0))
  const offset = /^(?:GMT|UTC?)?([+-])(\d{2}):?(\d{2})$/i.exec(token)
  if (offset && draft.seconds !== undefined) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3])
    draft.zone = offset[1] === '-' ? -minutes : minutes
    return Number(offset[3]) < 60
  }
  if (/^\d+$/.test(token)) return readNumber(draft, token)
  const dashed = /^(\d{1,2})-([A-Za-z]{3})-(\d{2,4})$/.exec(token)
  if (dashed) return dashed.slice(1).every((part) => readToken(draft, part))
  const word = token.toLowerCase()
  const month = months.indexOf(word.slice(0, 3))
  if (month !== -1 && draft.month === undefined && /^[a-z]+\.?$/.test(word)) draft.month = month
  else if (draft.seconds !== undefined) draft.zone = zones.get(word) ?? draft.zone
  return true
}

function readTime(draft: Draft, hour: number, minute: number, second: number): boolean {
  draft.seconds ??= hour * 3_600 + minute * 60 + Math.min(second, 59)
  return hour < 24 && minute < 60 && second <= 60
}

function readNumber(draft: Draft, token: string): boolean {
  const value = Number(token)
  if (draft.day === undefined && token.length <= 2) {
    draft.day = value
    return value >= 1 && value <= 31
  }
  if (draft.year === undefined) {
    // Two digits and three digits as RFC 5322 section 4.3 says.
    draft.year = token.length === 2 ? value + (value < 50 ? 2_000 : 1_900) : value
    if (token.length === 3) draft.year = value + 1_900
    return token.length >= 2 && token.length <= 4
  }
  return true
}
