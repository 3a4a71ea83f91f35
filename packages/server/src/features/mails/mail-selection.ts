import { mayNameDays, type MailFilter } from '@mailstop/contract'
import { conditionsOf, isUnread, type MailSearch } from './search/mail-condition.ts'
import { invalid } from '../../errors.ts'
import { addressKey } from '../../lib/address-key.ts'
import {
  recipientDomainFact,
  recipientFact,
  senderDomainFact,
  senderFact,
} from './search/mail-facts.ts'
import type { SearchClock } from './search/days.ts'
import { parseSearch } from './search/grammar.ts'
import { searchMeaning } from './search/meaning.ts'
import { printSearch } from './search/printer.ts'
import { problemText, type SearchProblem, type SearchTree } from './search/tree.ts'

/** What the query of a list or of a bulk change asks for. An empty text asks for nothing. */
export type MailQuery = {
  filter: MailFilter
  sndr?: string | undefined
  rcpt?: string | undefined
  q?: string | undefined
  /** Whose days the search names; UTC when it is missing. */
  time_zone?: string | undefined
}

/** `search` is null when any mail will do. */
export type MailSelection = { unread: boolean; search: MailSearch | null }

export function selectMails(query: MailQuery, now: number): MailSelection | SearchProblem {
  const asked = readSearch(query.q ?? '', { now, timeZone: query.time_zone ?? 'UTC' })
  if ('problem' in asked) return asked
  const parts = [
    addressSearch('sender', query.sndr ?? ''),
    addressSearch('recipient', query.rcpt ?? ''),
    asked.search,
  ].filter((part) => part !== null)
  const search = parts.length > 1 ? { kind: 'all' as const, parts } : (parts[0] ?? null)
  return { unread: query.filter === 'unread', search }
}

/** As `selectMails`; refuses a search that cannot be read, saying where. */
export function requireSelection(query: MailQuery, now: number): MailSelection {
  const selection = selectMails(query, now)
  if ('problem' in selection) throw invalid({ q: [problemText(selection)] })
  return selection
}

/** Whether a query selects other mail when time passes, as `newer_than:` and `today` do. */
export function movesWithTime(query: MailQuery): boolean {
  const [then, later] = [0, Date.UTC(2100, 0, 1, 12)].map((now) => selectMails(query, now))
  return JSON.stringify(then) !== JSON.stringify(later)
}

/** The conditions that all mail of a selection meets. */
export const selected = ({ search, unread }: MailSelection): MailSearch[] => [
  ...conditionsOf(search),
  ...(unread ? [isUnread] : []),
]

/** What a text asks for. One of signs alone is refused: it would mean all mail, also to who deletes. */
function readSearch(
  text: string,
  clock: SearchClock,
): { tree: SearchTree | null; search: MailSearch | null } | SearchProblem {
  const parsed = parseSearch(text)
  if ('problem' in parsed) return parsed
  const { tree } = parsed
  const search = tree && searchMeaning(tree, clock)
  if (tree !== null && search === null) {
    return { problem: 'The search contains no words', position: text.search(/\S/) + 1 }
  }
  return { tree, search }
}

/** One parameter of a query, kept for later. */
export type PinnedQuery = { type: 'sndr' | 'rcpt' | 'q'; query: string }

/** A pinned query, with the time zone of the user who asks if it may name days. */
export type AskedPin = PinnedQuery & { time_zone?: string | undefined }

export function askedPin({ type, query }: PinnedQuery, timeZone: string | undefined): AskedPin {
  return { type, query, time_zone: type === 'q' && mayNameDays(query) ? timeZone : undefined }
}

/** Equal for two that mean the same. */
export function queryKey({ type, query }: PinnedQuery): { key: string } | { problem: string } {
  if (type !== 'q') return { key: addressKey(query) }
  const asked = readSearch(query, { now: 0, timeZone: 'UTC' })
  if ('problem' in asked) return { problem: problemText(asked) }
  return { key: printSearch(asked.tree) }
}

const factsOf = {
  sender: { whole: senderFact, domain: senderDomainFact },
  recipient: { whole: recipientFact, domain: recipientDomainFact },
}

/**
 * The mails of an address, or of all that a pattern with `*` matches. The index knows whole
 * addresses, their beginnings and their domains. What lies between is looked at in the rows that
 * are left.
 */
function addressSearch(role: 'sender' | 'recipient', written: string): MailSearch | null {
  const facts = factsOf[role]
  const fact = (word: string, prefix = false): MailSearch => ({
    kind: 'words',
    words: { words: [word], prefix, field: 'facts' },
  })
  const pattern = addressKey(written).replaceAll(/\*{2,}/g, '*')
  if (pattern === '' || pattern === '*') return null
  const [head = '', ...pieces] = pattern.split('*')
  const tail = pieces.at(-1)
  if (tail === undefined) return fact(facts.whole(head))
  const parts = [
    ...(head === '' ? [] : [fact(facts.whole(head), true)]),
    ...(tail.includes('@') ? [fact(facts.domain(tail))] : []),
  ]
  const [only] = parts
  const indexTellsAll = pieces.length === 1 && (head === '' ? tail.startsWith('@') : tail === '')
  // An address may hold a second `@`, in quotes; its domain is what follows the last.
  if (indexTellsAll && only && tail.indexOf('@') === tail.lastIndexOf('@')) return only
  const like = pattern.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%')
  return { kind: 'all', parts: [...parts, { kind: 'row', test: { address: role, like } }] }
}
