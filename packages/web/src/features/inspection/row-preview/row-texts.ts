import { dateTexts } from '../../../ui/texts/date-texts.ts'

/** What a mail program knows of a mail for its row. */
export type RowFacts = {
  from_name: string | null
  from_address: string | null
  subject: string
  preheader: string
  received_at: string
}

/** The name, else the address, as all three show it. */
export const senderText = ({ from_name: name, from_address: address }: RowFacts): string =>
  name?.trim() || address?.trim() || '(no sender)'

/** The beginning of a text, at most so many characters long, with an ellipsis where it is cut. No character is split. */
export function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, characters * 2))) {
    if (kept.length + segment.length > characters - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0)

/** Whole days between two times, as a calendar has them. */
const daysBefore = (iso: string, now: number) =>
  Math.round((startOfDay(now) - startOfDay(Date.parse(iso))) / 86_400_000)

const dates = dateTexts()

type RowTime = (iso: string, now: number) => string

/** All three show the hour of a mail of today, and each something else for the days before. */
export const rowTimes: Record<'gmail' | 'apple' | 'outlook', RowTime> = {
  gmail: (iso, now) => (daysBefore(iso, now) <= 0 ? dates.time(iso) : dates.dayOfMonth(iso)),
  apple(iso, now) {
    const days = daysBefore(iso, now)
    if (days <= 0) return dates.time(iso)
    if (days === 1) return 'Yesterday'
    return days < 7 ? dates.weekday(iso) : dates.numbers(iso)
  },
  outlook(iso, now) {
    const days = daysBefore(iso, now)
    if (days <= 0) return dates.time(iso)
    return days < 7 ? `${dates.shortWeekday(iso)} ${dates.time(iso)}` : dates.numbers(iso)
  },
}
