import type { EndpointRequest, listMails, updateMails } from '@mailstop/contract'
import { withTimeZone } from '../../../lib/time-zone.ts'

/**
 * Which mail a list holds. It is in the address, with the names of the API, so that a link, the
 * history and a pin mean the same list.
 */
export type ListFilter = {
  filter: 'all' | 'unread'
  /** The name of the inbox whose mail alone it holds. Never empty. */
  inbox?: string
  /** A sender, a recipient (`*` stands for any characters) and a search. Never empty. */
  sndr?: string
  rcpt?: string
  q?: string
}

/** The criteria that a list can have. */
export type Criterion = 'sndr' | 'rcpt' | 'q'

export const criteria: readonly Criterion[] = ['sndr', 'rcpt', 'q']

/** The list that an address means. If it names no tab, that is `tab`. */
export function readListFilter(query: URLSearchParams, tab: ListFilter['filter']): ListFilter {
  const named = query.get('filter')
  const found: ListFilter = { filter: named === 'all' || named === 'unread' ? named : tab }
  for (const name of ['inbox', ...criteria] as const) {
    const value = query.get(name)?.trim()
    if (value) found[name] = value
  }
  return found
}

/** The query string without the criteria. The inbox and the filter for unread mail stay. */
export function withoutCriteria(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of criteria) query.delete(name)
  return query.size > 0 ? `?${query}` : ''
}

/** Whether the list has criteria besides its inbox and the filter for unread mail. */
export const hasCriteria = (filter: ListFilter) => criteria.some((name) => name in filter)

/** Whether the server finds the list as it finds a search: page by page from the newest mail down. */
export const isFound = (filter: ListFilter) => hasCriteria(filter) || filter.inbox !== undefined

/** Whether a mail can enter or leave the list by being read or flagged. */
export const dependsOnMarks = ({ filter, q = '' }: ListFilter) =>
  filter === 'unread' || /\bis:/i.test(q)

/** Whether a mail can enter or leave the list by its tags. */
export const dependsOnTags = ({ q = '' }: ListFilter) => /\btag:/i.test(q)

/** Whether a mail can enter or leave the list by its check, which follows its arrival. */
export const dependsOnVerdicts = ({ q = '' }: { q?: string }) => /\bcheck:/i.test(q)

/** Whether a mail can enter or leave the list after it has arrived. */
export const dependsOnChanges = (filter: ListFilter) =>
  dependsOnMarks(filter) || dependsOnTags(filter) || dependsOnVerdicts(filter)

/** What an action on very many mails is about: all that a list selects, or none newer than `upTo`. */
export type MailScope = { filter: ListFilter; upTo?: number }

/** All mail of an inbox or, without one, of the team. */
export const allMailOf = ({ inbox }: { inbox?: string | undefined }): MailScope => ({
  filter: { filter: 'all', ...(inbox !== undefined && { inbox }) },
})

export const wholeTeam: MailScope = allMailOf({})

/** Whether a scope is all mail of an inbox or of the team. */
export const isAllMail = ({ filter, upTo }: MailScope) =>
  filter.filter === 'all' && !hasCriteria(filter) && upTo === undefined

export const isWholeTeam = (scope: MailScope) =>
  isAllMail(scope) && scope.filter.inbox === undefined

type ListQuery = NonNullable<EndpointRequest<typeof listMails>['query']>

export const listQuery = (filter: ListFilter): ListQuery => withTimeZone(filter)

type ScopeQuery = NonNullable<EndpointRequest<typeof updateMails>['query']>

/** Nothing for all mail of the team. */
export const scopeQuery = (scope: MailScope): ScopeQuery => ({
  ...(isWholeTeam(scope) ? {} : listQuery(scope.filter)),
  ...(scope.upTo === undefined ? {} : { up_to: String(scope.upTo) }),
})
