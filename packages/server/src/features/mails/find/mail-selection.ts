import { mayNameDays, readTag, tagKey, type MailFilter } from '@mailstop/contract'
import { inboxOf, type TeamRequest } from '../../../actor.ts'
import {
  conditionsOf,
  factSearch,
  inReach,
  isUnread,
  joined,
  type MailSearch,
  row,
  textSearch,
} from './mail-condition.ts'
import type { Sql } from '../../../db/database.ts'
import { gone, invalid } from '../../../errors.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { requireInboxNamed } from './named-inboxes.ts'
import { decodeMarker, isKnown, type KnownOrder, type Marker } from '../rows/mail-marker.ts'
import { facts } from './words/mail-facts.ts'
import type { SearchClock } from './text/days.ts'
import {
  parseSearch,
  printSearch,
  problemText,
  searchMeaning,
  type SearchProblem,
  type SearchTree,
} from './text/grammar.ts'

/** What the query of a list or of a bulk change asks for. An empty text asks for nothing. */
export type MailQuery = MailConditions & {
  filter: MailFilter
  sndr?: string | undefined
  rcpt?: string | undefined
}

export type MailConditions = {
  from?: string | undefined
  to?: string | undefined
  subject?: string | undefined
  tag?: string | undefined
  /** The name of an inbox. */
  inbox?: string | undefined
  q?: string | undefined
  /** Whose days the search names; UTC when it is missing. */
  time_zone?: string | undefined
  /** A marker. */
  after?: string | undefined
}

/** `search` is null when any mail will do. */
export type MailSelection = { unread: boolean; search: MailSearch | null }

/** What one parameter asks for. */
export type NamedCondition = {
  name: 'from' | 'to' | 'subject' | 'tag' | 'inbox' | 'q'
  search: MailSearch
}

/** Problems by the parameter that has them. */
type Problems = Partial<Record<keyof MailQuery, string[]>>

export function selectMails(query: MailQuery, now: number): MailSelection | { problems: Problems } {
  const { sndr, rcpt, after = '' } = query
  const problems: Problems = {}
  if (query.from && sndr) problems.from = ['Pass from or sndr, not both']
  if (query.to && rcpt) problems.to = ['Pass to or rcpt, not both']
  const marker = after === '' ? null : decodeMarker(after)
  if (after !== '' && marker === null) problems.after = ['field is not valid']
  const read = readConditions({ ...query, from: query.from || sndr, to: query.to || rcpt }, now)
  if ('problems' in read) Object.assign(problems, read.problems)
  if ('problems' in read || Object.keys(problems).length > 0) return { problems }
  const parts = read.conditions.map(({ search }) => search)
  if (marker !== null) parts.push(row({ arrivedAfter: marker }))
  return { unread: query.filter === 'unread', search: joined('all', parts) }
}

/** All that a mail is found by but its arrival, each under its name. */
function readConditions(
  {
    from = '',
    to = '',
    subject = '',
    tag = '',
    inbox = '',
    q = '',
    time_zone = 'UTC',
  }: MailConditions,
  now: number,
): { conditions: NamedCondition[] } | { problems: Problems } {
  const asked = readSearch(q, { now, timeZone: time_zone })
  const subjectSearch = textSearch(subject, { field: 'subject', phrase: true })
  const problems: Problems = {
    ...('problem' in asked && { q: [problemText(asked)] }),
    // Refused like a search of signs alone.
    ...(subject !== '' && subjectSearch === null && { subject: ['The subject contains no words'] }),
  }
  if ('problem' in asked || Object.keys(problems).length > 0) return { problems }
  const searches: Record<NamedCondition['name'], MailSearch | null> = {
    from: addressSearch('sender', from),
    to: addressSearch('recipient', to),
    subject: subjectSearch,
    tag: tagSearch(tag),
    inbox: inbox === '' ? null : row({ inboxNamed: tagKey(inbox) }),
    q: asked.search,
  }
  const names = ['from', 'to', 'subject', 'tag', 'inbox', 'q'] as const
  return {
    conditions: names.flatMap((name) => {
      const search = searches[name]
      return search === null ? [] : [{ name, search }]
    }),
  }
}

/** Selects as `selectMails`; refuses what cannot be read, saying where. */
export function requireSelection(query: MailQuery, now: number): MailSelection {
  const selection = selectMails(query, now)
  if ('problems' in selection) throw invalid(selection.problems)
  return selection
}

/** Whether a query selects other mail when time passes, as `newer_than:` and `today` do. */
export function movesWithTime(query: MailQuery): boolean {
  const [then, later] = [0, Date.UTC(2100, 0, 1, 12)].map((now) => selectMails(query, now))
  return JSON.stringify(then) !== JSON.stringify(later)
}

/** Selects as `requireSelection`, of the mail that the request reaches; refuses also an inbox that there is not. */
export async function requireReached(
  sql: Sql,
  request: TeamRequest,
  { inbox, ...query }: MailQuery,
  now: number,
): Promise<MailSelection> {
  const { unread, search } = requireSelection(query, now)
  const named = inbox ? await requireInboxNamed(sql, request, inbox) : null
  return { unread, search: joined('all', [inReach(inboxOf(request)) ?? named, search]) }
}

/** Selects as `requireReached`; refuses also a marker of an order that is not known any more. */
export async function selectInTeam(
  sql: Sql,
  request: TeamRequest,
  query: MailQuery,
  now: number,
): Promise<MailSelection> {
  const selection = await requireReached(sql, request, query, now)
  if (query.after) requireKnown(query.after, await readCounters(sql, request.teamId))
  return selection
}

export function requireKnown(after: string, order: KnownOrder): void {
  const marker = decodeMarker(after)
  if (marker !== null) requireOrder(marker, order)
}

export function requireOrder(marker: Marker, order: KnownOrder): void {
  if (isKnown(marker, order)) return
  throw gone('This marker is older than a day, or of another inbox. Get a new one.')
}

/** What a wait waits for, without its marker; refuses what cannot be read. */
export function requireConditions(query: MailConditions, now: number): NamedCondition[] {
  requireSelection({ ...query, filter: 'all' }, now)
  const read = readConditions(query, now)
  return 'problems' in read ? [] : read.conditions
}

/** The comparable form of an address that every mail of a selection was sent to; null: there is none. */
export function wholeRecipient({ to = '' }: MailConditions): string | null {
  const key = addressKey(to)
  return key === '' || key.includes('*') ? null : key
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

function tagSearch(written: string): MailSearch | null {
  const name = readTag(written)
  return name === null ? null : row({ tag: tagKey(name) })
}

/**
 * The mails of an address, or of all that a pattern with `*` matches. The index knows whole
 * addresses, their beginnings and their domains. What lies between is looked at in the rows that
 * are left.
 */
export function addressSearch(role: 'sender' | 'recipient', written: string): MailSearch | null {
  const whole = (key: string, prefix = false) =>
    factSearch([role === 'sender' ? facts.sender(key) : facts.recipient(key)], prefix)
  const domain = (key: string) =>
    factSearch([role === 'sender' ? facts.senderDomain(key) : facts.recipientDomain(key)])
  const pattern = addressKey(written).replaceAll(/\*{2,}/g, '*')
  if (pattern === '' || pattern === '*') return null
  const [head = '', ...pieces] = pattern.split('*')
  const tail = pieces.at(-1)
  if (tail === undefined) return whole(head)
  const parts = [
    ...(head === '' ? [] : [whole(head, true)]),
    ...(tail.includes('@') ? [domain(tail)] : []),
  ]
  const [only] = parts
  const indexTellsAll = pieces.length === 1 && (head === '' ? tail.startsWith('@') : tail === '')
  // An address may hold a second `@`, in quotes; its domain is what follows the last.
  if (indexTellsAll && only && tail.indexOf('@') === tail.lastIndexOf('@')) return only
  const like = pattern.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%')
  return { kind: 'all', parts: [...parts, row({ address: role, like })] }
}
