const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const exact = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const spoken = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/**
 * How long before `now` something happened, as a person says it: 'just now', '14 minutes ago',
 * 'yesterday', '3 days ago'. A time ahead of the reader's clock is 'just now', because the clocks of
 * the reader and the server differ.
 */
export function relativeTime(time: number, now: number): string {
  const age = now - time
  if (age < 45 * second) return 'just now'
  const minutes = Math.max(1, Math.round(age / minute))
  if (minutes < 60) return exact.format(-minutes, 'minute')
  if (age < day) return exact.format(-Math.max(1, Math.floor(age / hour)), 'hour')
  const days = Math.floor(age / day)
  if (days < 7) return spoken.format(-days, 'day')
  if (days < 30) return exact.format(-Math.floor(days / 7), 'week')
  if (days < 365) return exact.format(-Math.max(1, Math.floor(days / 30.44)), 'month')
  return exact.format(-Math.floor(days / 365), 'year')
}
