const dayMs = 24 * 60 * 60_000
/** A token that ends sooner is marked. */
const soonMs = 14 * dayMs

const dateOf = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

export type TokenEnd = { text: string; mark: 'soon' | 'expired' | null }

/** When a token ends, as the list says it: 'Never ends', 'Ends Nov 23, 2027', 'Ends in 3 days'. */
export function tokenEnd(expiresAt: string | null, now: number): TokenEnd {
  if (expiresAt === null) return { text: 'Never ends', mark: null }
  const time = Date.parse(expiresAt)
  const date = dateOf.format(time)
  if (time <= now) return { text: `Expired ${date}`, mark: 'expired' }
  const left = time - now
  if (left > soonMs) return { text: `Ends ${date}`, mark: null }
  const days = Math.floor(left / dayMs)
  const text =
    days === 0 ? 'Ends within a day' : days === 1 ? 'Ends in 1 day' : `Ends in ${days} days`
  return { text, mark: 'soon' }
}
