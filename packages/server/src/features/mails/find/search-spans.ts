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

/** The newest first; `unread` has the unread ones among them, where that is asked. */
export type Found = { ids: number[]; unread: number[] }

export const nothing = (): Found => ({ ids: [], unread: [] })

/** The most mails of one question. */
const most = 8_000
/** The fewest of a question, which may select only some. */
const fewest = 500
/** A question asks for this part more than is likely to be enough, so that a search has few questions. */
const leastMore = 1 / 4

/**
 * Collects the newest matches until there are enough, and says how many mails to ask next: as many as would be enough
 * if they matched like the previous ones.
 */
export function createMatches(limit: number, { areSelected = false } = {}) {
  const found: Found = { ids: [], unread: [] }
  let asked = 0
  return {
    found,
    areEnough: () => found.ids.length >= limit,
    next(): number {
      const wanted = limit - found.ids.length
      if (asked === 0) return Math.min(most, areSelected ? Math.max(wanted, fewest) : wanted)
      const likely = (1.2 * wanted * asked) / Math.max(found.ids.length, 1)
      return Math.min(most, Math.ceil(likely + Math.max(fewest, leastMore * asked)))
    },
    /** `of`: of how many that were asked for. */
    add({ ids, unread }: Found, of = ids.length): void {
      asked += of
      const wanted = ids.slice(0, limit - found.ids.length)
      const last = wanted.at(-1) ?? Infinity
      for (const id of wanted) found.ids.push(id)
      for (const id of unread) if (id >= last) found.unread.push(id)
    },
  }
}
