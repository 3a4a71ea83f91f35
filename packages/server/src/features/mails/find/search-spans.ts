import type { Span } from '../../../db/words/word-query.ts'

/** How many mails of the team are searched first; each span that follows has at most this many times as many. */
const firstMails = 2_000
const growth = 8
/** A span has this many times what is likely to be enough. */
const reserve = 1.2
/** This part of all that was searched is searched next at least: so the number of spans stays small. */
const leastPart = 1 / 4

/** Ids from `from` on and below `end`, and how many mails of the team they have. */
export type Extent = { from: number; end: number; mails: number }

/** How many ids there are for each mail of the team: mails of a small team may be far apart. */
export const idsOfMail = ({ from, end, mails }: Extent) =>
  Math.max(1, (end - from) / Math.max(mails, 1))

/** How many matches it had, and how many are wanted after it. */
type LastSpan = { found: number; wanted: number }

/**
 * Spans of ids, the newest first: what is common among new mail is found in the first. The next has as many mails as
 * are enough if they match as often as in the last span. Where none matched it is much larger, so that old matches
 * are found in few spans too. `mostMails` bounds what a search holds.
 */
export function createSpans(extent: Extent, bottom: number, mostMails: number) {
  const apart = idsOfMail(extent)
  let below = extent.end
  let size = firstMails / growth
  let searched = 0
  return {
    next({ found, wanted }: LastSpan = { found: 0, wanted: 0 }): Span | null {
      if (below <= bottom) return null
      const likely = found === 0 ? Infinity : (reserve * wanted * size) / found
      const least = Math.max(firstMails, leastPart * searched)
      size = Math.min(size * growth, Math.max(likely, least), mostMails)
      searched += size
      const ids = size * apart
      const from = below - bottom > 2 * ids ? below - Math.ceil(ids) : bottom
      const span = { from, below }
      below = span.from
      return span
    },
  }
}
