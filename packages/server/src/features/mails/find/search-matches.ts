/** The newest first; of them those that are unread, where that is asked. */
export type Found = { ids: number[]; unread: number[] }

export const nothing = (): Found => ({ ids: [], unread: [] })

/** Of one question. */
const most = 8_000
/** Where only some of those that are asked for are selected. */
const fewest = 500
/** Beside what is likely to be enough, this part of all that were asked for, so that a search has few questions. */
const leastPart = 1 / 4

/**
 * Collects the newest matches until there are enough, and says of how many mails to ask next: of as many as would be
 * enough if they matched like those before.
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
      return Math.min(most, Math.ceil(likely + Math.max(fewest, leastPart * asked)))
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
