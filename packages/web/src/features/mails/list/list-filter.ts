import type { listMails, EndpointRequest } from '@mailstop/contract'

/**
 * Which mail a list holds. It lives in the address, under the names that the API knows, so that a
 * link, the history and a pin all mean the same list.
 */
export type ListFilter = {
  filter: 'all' | 'unread'
  /** A sender, a recipient (`*` stands for any characters) and a search. Never empty. */
  sndr?: string
  rcpt?: string
  q?: string
}

/** What a list can be narrowed by. */
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

/** The same address without what narrows the list. Read or unread is another choice, and stays. */
export function withoutCriteria(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of criteria) query.delete(name)
  return query.size > 0 ? `?${query}` : ''
}

/** Whether the list leaves out mail for another reason than having been read. */
export const hasCriteria = (filter: ListFilter) => criteria.some((name) => name in filter)

/** Whether a mail can enter or leave the list by being read or flagged. */
export const dependsOnMarks = ({ filter, q = '' }: ListFilter) =>
  filter === 'unread' || /\bis:/i.test(q)

type ListQuery = NonNullable<EndpointRequest<typeof listMails>['query']>

export const listQuery = (filter: ListFilter): ListQuery => ({ ...filter })
