import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { retryDelay, worthRetrying } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/queries.ts'
import { fetchAgain, fetchPage } from './fetch-mails.ts'
import { placeOf, withMore } from './held-list.ts'
import { dependsOnMarks, type ListFilter } from './list-filter.ts'
import { useMailStore } from './mail-store.ts'

/** A linked mail further down than this has no position in the list. */
const mostFetched = 2_000

/**
 * A list, loaded page by page. It is loaded down to the open mail, so that a linked older mail has a
 * position and neighbours. The ids descend, so the id of the mail says how far that is.
 *
 * The live connection keeps a list fresh, so it does not become stale with time. A list that depends on
 * marks is fetched again each time it is shown: a mail that was marked stays in it, or out of it, only
 * until then. A list can have 100,000 mails, so code avoids walking through all of it.
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
      // If the list was fetched again meanwhile, it may end elsewhere. Its footer then loads more.
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
