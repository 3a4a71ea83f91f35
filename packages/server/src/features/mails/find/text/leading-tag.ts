import { readCounters } from '../../rows/mail-count-store.ts'
import { inboxCounts } from '../../rows/inbox-store.ts'
import { markTotals } from '../../rows/mark-store.ts'
import { tagTotals } from '../../rows/tag-store.ts'
import { inboxWords } from '../inbox-words.ts'
import { conditionsOf, isAboutWords, type MailSearch } from '../mail-condition.ts'
import type { SearchScope } from '../search-engine.ts'

/** Asking the search index about one mail takes as long as walking over this many matches. */
const matchesForOne = 150
/** The mails of several tags are sorted before the first is returned: some milliseconds of work. */
const mostSorted = 20_000

/** The tags, marks of programs or, with the table `mails`, inboxes whose mails are gone through. */
export type Lead = { table: 'mail_tags' | 'mail_marks' | 'mails'; keys: string[] }
/** The same, and what is left to ask of each mail. */
export type TagLead = Lead & { rest: MailSearch[] }

/**
 * The tags by whose index a search is best answered: every mail that it finds has one of them, and few
 * mails have. Null when the search has none, or when its words or marks are on fewer mails.
 */
export async function leadingTags(scope: SearchScope, search: MailSearch): Promise<TagLead | null> {
  const parts = conditionsOf(search)
  const asked = parts.flatMap((part) => {
    const lead = tagsOf(part)
    return lead === null ? [] : [{ part, ...lead }]
  })
  if (asked.length === 0) return null
  const keysIn = (table: Lead['table']) => [
    ...new Set(asked.flatMap((one) => (one.table === table ? one.keys : []))),
  ]
  const [tags, marks, counters, inboxes] = await Promise.all([
    tagTotals(scope.sql, scope.teamId, keysIn('mail_tags')),
    markTotals(scope.sql, scope.teamId, keysIn('mail_marks'), mostSorted + 1),
    readCounters(scope.sql, scope.teamId),
    keysIn('mails').length === 0 ? [] : inboxCounts(scope.sql, scope.teamId),
  ])
  const ofInboxes = [...inboxes].map(([id, { total }]) => [String(id), total] as const)
  const totals = { mail_tags: tags, mail_marks: marks, mails: new Map(ofInboxes) }
  const [first] = asked
    .map((one) => ({
      ...one,
      mails: one.keys.reduce((sum, key) => sum + (totals[one.table].get(key) ?? 0), 0),
    }))
    .toSorted((a, b) => a.mails - b.mails)
  if (first === undefined) return null
  const { part: lead, table, keys, mails } = first
  if (keys.length > 1 && mails > mostSorted) return null
  const hasRarerMark = parts.some(
    (part) =>
      part.kind === 'row' &&
      'is' in part.test &&
      part.test.is !== 'tagged' &&
      counters[part.test.is] < mails,
  )
  const hasWords = parts.some(isAboutWords)
  const hasRarerWords =
    hasWords && (inboxWords(scope.teamId, lead) !== null || mails * matchesForOne > counters.total)
  if (hasRarerMark || hasRarerWords) return null
  // The index of inboxes is one of the rows themselves, so that is still asked of them.
  return { table, keys, rest: table === 'mails' ? parts : parts.filter((part) => part !== lead) }
}

/** Tags, or marks, such that a mail that meets the condition has one of them. */
function tagsOf(part: MailSearch): Lead | null {
  if (part.kind === 'row') {
    if ('tag' in part.test) return { table: 'mail_tags', keys: [part.test.tag] }
    if ('inboxes' in part.test) return { table: 'mails', keys: part.test.inboxes.map(String) }
    return 'mark' in part.test ? { table: 'mail_marks', keys: [part.test.mark] } : null
  }
  if (part.kind !== 'any') return null
  const each = part.parts.map(tagsOf)
  const table = each[0]?.table
  if (!table || !each.every((lead) => lead?.table === table)) return null
  return { table, keys: [...new Set(each.flatMap((lead) => lead?.keys ?? []))] }
}
