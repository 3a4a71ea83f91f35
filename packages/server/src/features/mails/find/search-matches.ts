/** The newest first; `unread` has the unread ones among them, where that is asked. */
export type Found = { ids: number[]; unread: number[] }

export const nothing = (): Found => ({ ids: [], unread: [] })

/** The most mails of one question. */
const most = 8_000
/** The fewest of a question, which may select only some. */
const fewest = 500
/** A question asks for this part more than is likely to be enough, so that a search has few questions. */
const leastPart = 1 / 4

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
