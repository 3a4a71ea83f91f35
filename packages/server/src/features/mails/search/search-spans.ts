import type { Span } from '../../../db/word-query.ts'
import { spanBelow } from '../../../db/word-windows.ts'

/** So many mails of the team are searched first, and each span that follows has this many times as many. */
const firstMails = 2_000
const growth = 8

/** Ids from `from` on and below `end`, and how many mails of the team they have. */
export type Extent = { from: number; end: number; mails: number }

/** How many ids there are for each mail of the team: those of a small team may be far apart. */
export const idsOfMail = ({ from, end, mails }: Extent) =>
  Math.max(1, (end - from) / Math.max(mails, 1))

/**
 * Spans of ids, the newest first, and ever larger ones: what is common among new mail is found in the first. Nobody
 * estimates how many mails are meant, so it does not matter where they are. `mostMails` bounds what a search holds.
 */
export function createSpans(extent: Extent, bottom: number, mostMails: number) {
  const apart = idsOfMail(extent)
  let below = extent.end
  let size = firstMails
  return {
    next(): Span | null {
      if (below <= bottom) return null
      const ids = size * apart
      const { from } = spanBelow(below, below - bottom > 2 * ids ? ids : below - bottom)
      const span = { from: Math.max(from, bottom), below }
      below = span.from
      size = Math.min(size * growth, mostMails)
      return span
    },
    /** The next span ends at `from`: what is below was not looked at. */
    goOnBelow(from: number) {
      below = from
    },
  }
}
