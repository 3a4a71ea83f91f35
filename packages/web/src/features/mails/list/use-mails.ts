import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { retryDelay, worthRetrying } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/queries.ts'
import { fetchAgain, fetchPage } from './fetch-mails.ts'
import { placeOf, withMore } from './held-list.ts'
import { dependsOnMarks, type ListFilter } from './list-filter.ts'
import { useMailStore } from './mail-store.ts'

/** A link to a mail further down than this opens it without a place in the list. */
const mostFetched = 2_000

/**
 * A list and the way further down it. It is loaded down to the mail that is open, so that a link to an
 * older mail has its place in the list, and neighbours; the list is by falling id, so the id says how
 * far that is.
 *
 * A list is fetched again as far as it was held, or nearly. The live connection keeps it fresh, so it
 * does not become stale with time. One that depends on marks is fetched again each time it is shown: a
 * mail that was marked stays in it, or out of it, only while the user looks. It can be 100,000 mails
 * long: nothing walks through it without need.
 */
export function useMails(team: number, filter: ListFilter, opened: number | null) {
  const store = useMailStore(team)
  const query = useQuery({
    queryKey: queryKeys.mailList(team, filter),
    queryFn: ({ signal }) => {
      const held = store.listOf(filter)
      return store.fetching(filter, () => fetchAgain(team, filter, held, signal))
    },
    staleTime: dependsOnMarks(filter) ? 0 : Infinity,
    refetchOnWindowFocus: ({ state }) => state.isInvalidated,
    refetchOnReconnect: ({ state }) => state.isInvalidated,
    structuralSharing: false,
  })
  const more = useMutation({
    mutationKey: queryKeys.moreMails(team, filter),
    retry: worthRetrying,
    retryDelay,
    async mutationFn() {
      const from = store.listOf(filter)?.next
      if (from === undefined || from === null) return
      const page = await store.fetching(filter, () => fetchPage(team, filter, from))
      // A list that was fetched again meanwhile may end elsewhere; its footer asks for more itself.
      store.setList(filter, (list) => (list.next === from ? withMore(list, page) : list))
    },
  })
  const { mutate, isPending, isError: isMoreFailed } = more
  const hasMore = query.data !== undefined && query.data.next !== null
  function loadMore() {
    if (hasMore && !isPending && !query.isFetching) mutate()
  }

  const mails = query.data?.mails ?? []
  const isBelow = opened !== null && placeOf(mails, opened) >= mails.length
  const isReaching = isBelow && hasMore && mails.length < mostFetched && !isMoreFailed
  useEffect(() => {
    if (isReaching) loadMore()
  })
  return { ...query, hasMore, isLoadingMore: isPending, isMoreFailed, loadMore }
}
