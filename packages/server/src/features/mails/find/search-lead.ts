import { firstInbox } from '../../../lib/first-inbox.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { inboxCounts } from '../rows/inbox-store.ts'
import { markTotals } from '../rows/mark-store.ts'
import { tagTotals } from '../rows/tag-store.ts'
import {
  conditionsOf,
  factSearch,
  isAboutWords,
  type MailSearch,
  type WordSearch,
} from './mail-condition.ts'
import type { SearchScope } from './search-engine.ts'
import { facts } from './words/mail-facts.ts'

/** Asking the search index about one mail takes as long as walking over this many matches. */
const matchesForOne = 150
/** The most mails of which each is looked at, in its row or in the index: some milliseconds of work. */
const mostRead = 2_000
/** The mails of several tags are sorted before the first is returned: some milliseconds of work. */
const mostSorted = 20_000

/** The tags, marks of programs or, with the table `mails`, inboxes whose mails are gone through. */
export type Lead = { table: 'mail_tags' | 'mail_marks' | 'mails'; keys: string[] }
type Led = {
  /**
   * The tags by whose index a search is best answered: every mail that it finds has one of them, and few mails have.
   * Null when the search has none, or when its words or marks are on fewer mails.
   */
  tags: Lead | null
  /** What is left to ask of each mail. */
  rest: MailSearch[]
  /** Whether all that is found is in an inbox with few mails. */
  isOfSmallInbox: boolean
}

/** `isTold`: of words that are quickly compared with a row. */
export async function leadOf(
  scope: SearchScope,
  search: MailSearch,
  isTold: (words: MailSearch) => boolean,
): Promise<Led> {
  const parts = conditionsOf(search)
  const asked = parts.flatMap((part) => {
    const lead = tagsOf(part)
    return lead === null ? [] : [{ part, ...lead }]
  })
  const none = { tags: null, rest: parts, isOfSmallInbox: false }
  if (asked.length === 0) return none
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
  const counted = asked
    .map((one) => ({
      ...one,
      mails: one.keys.reduce((sum, key) => sum + (totals[one.table].get(key) ?? 0), 0),
    }))
    .toSorted((a, b) => a.mails - b.mails)
  const [first] = counted
  if (first === undefined) return none
  const { part: lead, table, keys, mails } = first
  const isOfSmallInbox = counted.some((one) => one.table === 'mails' && one.mails <= mostRead)
  const led = { tags: null, rest: parts, isOfSmallInbox }
  if (keys.length > 1 && mails > mostSorted) return led
  const hasRarerMark = parts.some(
    (part) =>
      part.kind === 'row' &&
      'is' in part.test &&
      part.test.is !== 'tagged' &&
      counters[part.test.is] < mails,
  )
  const words = parts.filter(isAboutWords)
  const areTold = mails <= mostRead && words.every(isTold)
  const areQuick = inboxWords(scope.teamId, lead) !== null || mails * matchesForOne > counters.total
  const hasRarerWords = words.length > 0 && areQuick && !areTold
  if (hasRarerMark || hasRarerWords) return led
  // The index of inboxes is one of the rows themselves, so that is still asked of them.
  const rest = table === 'mails' ? parts : parts.filter((part) => part !== lead)
  return { tags: { table, keys }, rest, isOfSmallInbox }
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

/** Asking about all of these takes some milliseconds for every question. */
const mostRows = 500

/** Whether few enough mails can meet the conditions on rows for each to be looked at by itself. */
export function looksAtFewRows(
  search: MailSearch,
  counters: { total: number; unread: number; flagged: number },
): boolean {
  const most = Math.min(mostRows, counters.total / matchesForOne)
  const asked = (is: 'unread' | 'flagged') =>
    conditionsOf(search).some(
      (part) => part.kind === 'row' && 'is' in part.test && part.test.is === is,
    )
  return (
    (asked('unread') && counters.unread <= most) || (asked('flagged') && counters.flagged <= most)
  )
}

/** A search for any of more words takes longer than looking at the rows. */
const mostInboxes = 100

/** What the words of all mail are like that is in some inboxes; null where these have no words, as the first one has none. Pure. */
function inboxWords(teamId: number, part: MailSearch): WordSearch | null {
  if (part.kind !== 'row' || !('inboxes' in part.test)) return null
  const { inboxes } = part.test
  const haveWords = inboxes.length > 0 && !inboxes.includes(firstInbox)
  if (!haveWords || inboxes.length > mostInboxes) return null
  return { kind: 'any', parts: inboxes.map((id) => factSearch([facts.inbox(teamId, id)])) }
}

/**
 * The same question with the inboxes that the rest of the search asks for, so that the index returns mail of theirs alone. The
 * rows are still asked: who reaches one inbox depends on no index.
 */
export function withInboxWords(
  teamId: number,
  words: WordSearch | null,
  others: readonly MailSearch[],
): WordSearch | null {
  const more = others.flatMap((part) => inboxWords(teamId, part) ?? [])
  return words === null || more.length === 0 ? words : { kind: 'all', parts: [words, ...more] }
}
