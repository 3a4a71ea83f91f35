import { listMails, type MailFilter } from '@mailstop/contract'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { mailKeys } from './mail-keys.ts'

/**
 * The list, page by page. A cursor costs the same at any depth and stays put while mail arrives.
 * The live connection keeps it fresh, so it is never stale by age.
 */
export const mailsQuery = (team: number, filter: MailFilter) =>
  infiniteQueryOptions({
    queryKey: mailKeys.list(team, filter),
    queryFn: ({ pageParam, signal }) => fetchMails(team, filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.meta.next_cursor,
    staleTime: Infinity,
  })

export function fetchMails(
  team: number,
  filter: MailFilter,
  cursor: string | null,
  signal?: AbortSignal,
) {
  return call(listMails, {
    params: { team: String(team) },
    query: { filter, ...(cursor === null ? {} : { cursor }) },
    ...(signal ? { signal } : {}),
  })
}

export function useMails(team: number, filter: MailFilter) {
  return useInfiniteQuery(mailsQuery(team, filter))
}
