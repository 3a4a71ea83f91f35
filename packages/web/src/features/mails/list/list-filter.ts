import type { listMails, EndpointRequest } from '@mailstop/contract'
import { withTimeZone } from '../../../lib/time-zone.ts'

/**
 * Which mail a list holds. It is in the address, with the names of the API, so that a link, the
 * history and a pin mean the same list.
 */
export type ListFilter = {
  filter: 'all' | 'unread'
  /** A sender, a recipient (`*` stands for any characters) and a search. Never empty. */
  sndr?: string
  rcpt?: string
  q?: string
}

/** The criteria that a list can have. */
export type Criterion = 'sndr' | 'rcpt' | 'q'

export const criteria: readonly Criterion[] = ['sndr', 'rcpt', 'q']

export function readListFilter(query: URLSearchParams): ListFilter {
  const found: ListFilter = { filter: query.get('filter') === 'unread' ? 'unread' : 'all' }
  for (const name of criteria) {
    const value = query.get(name)?.trim()
    if (value) found[name] = value
  }
  return found
}

/** The query string without the criteria. The filter for unread mail stays. */
export function withoutCriteria(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of criteria) query.delete(name)
  return query.size > 0 ? `?${query}` : ''
}

/** Whether the list has criteria besides the filter for unread mail. */
export const hasCriteria = (filter: ListFilter) => criteria.some((name) => name in filter)

/** Whether a mail can enter or leave the list by being read or flagged. */
export const dependsOnMarks = ({ filter, q = '' }: ListFilter) =>
  filter === 'unread' || /\bis:/i.test(q)

type ListQuery = NonNullable<EndpointRequest<typeof listMails>['query']>

export const listQuery = (filter: ListFilter): ListQuery => withTimeZone(filter)
