import { readCounters } from '../../rows/mail-count-store.ts'
import { tagTotals } from '../../rows/tag-store.ts'
import { conditionsOf, isAboutWords, type MailSearch } from '../mail-condition.ts'
import type { SearchScope } from '../search-engine.ts'

/** Asking the search index about one mail takes as long as walking over this many matches. */
const matchesForOne = 150
/** The mails of several tags are sorted before the first is returned: some milliseconds of work. */
const mostSorted = 20_000

/** The tags whose mails are gone through, and what is left to ask of each. */
export type TagLead = { keys: string[]; rest: MailSearch[] }

/**
 * The tags by whose index a search is best answered: every mail that it finds has one of them, and few
 * mails have. Null when the search has none, or when its words or marks are on fewer mails.
 */
export async function leadingTags(scope: SearchScope, search: MailSearch): Promise<TagLead | null> {
  const parts = conditionsOf(search)
  const asked = parts.flatMap((part) => {
    const keys = tagsOf(part)
    return keys === null ? [] : [{ part, keys }]
  })
  if (asked.length === 0) return null
  const [totals, counters] = await Promise.all([
    tagTotals(scope.sql, scope.teamId, [...new Set(asked.flatMap(({ keys }) => keys))]),
    readCounters(scope.sql, scope.teamId),
  ])
  const [first] = asked
    .map((one) => ({
      ...one,
      mails: one.keys.reduce((sum, key) => sum + (totals.get(key) ?? 0), 0),
    }))
    .toSorted((a, b) => a.mails - b.mails)
  if (first === undefined) return null
  const { part: lead, keys, mails } = first
  if (keys.length > 1 && mails > mostSorted) return null
  const hasRarerMark = parts.some(
    (part) =>
      part.kind === 'row' &&
      'is' in part.test &&
      part.test.is !== 'tagged' &&
      counters[part.test.is] < mails,
  )
  const hasRarerWords = parts.some(isAboutWords) && mails * matchesForOne > counters.total
  if (hasRarerMark || hasRarerWords) return null
  return { keys, rest: parts.filter((part) => part !== lead) }
}

/** Tags such that a mail that meets the condition has one of them. */
function tagsOf(part: MailSearch): string[] | null {
  if (part.kind === 'row') return 'tag' in part.test ? [part.test.tag] : null
  if (part.kind !== 'any') return null
  const each = part.parts.map(tagsOf)
  return each.every((keys) => keys !== null) ? [...new Set(each.flat())] : null
}
