import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { retryDelay, worthRetrying } from '../../../lib/query-client.ts'
import { journalOf } from './change-journal.ts'
import { fetchAgain, fetchPage } from './fetch-mails.ts'
import { withMore, type HeldList } from './held-list.ts'
import { dependsOnMarks, type ListFilter } from './list-filter.ts'
import { mailKeys } from '../mail-keys.ts'

/**
 * A list, fetched again as far as it was held, or nearly. The live connection keeps it fresh, so it is
 * never stale by age. One that depends on marks is fetched again each time it is shown: a mail that
 * was marked stays in it, or out of it, only for as long as one looks. It can be 100,000 mails long:
 * nothing walks through it without need.
 */
const mailsQuery = (queryClient: QueryClient, team: number, filter: ListFilter) => {
  const queryKey = mailKeys.list(team, filter)
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => {
      const held = queryClient.getQueryData<HeldList>(queryKey)
      return journalOf(queryClient, team).during(filter, () =>
        fetchAgain(team, filter, held, signal),
      )
    },
    staleTime: dependsOnMarks(filter) ? 0 : Infinity,
    refetchOnWindowFocus: ({ state }) => state.isInvalidated,
    refetchOnReconnect: ({ state }) => state.isInvalidated,
    structuralSharing: false,
  })
}

/** A list and the way further down it. */
export function useMails(team: number, filter: ListFilter) {
  const queryClient = useQueryClient()
  const options = mailsQuery(queryClient, team, filter)
  const query = useQuery(options)
  const more = useMutation({
    mutationKey: mailKeys.more(team, filter),
    retry: worthRetrying,
    retryDelay,
    async mutationFn() {
      const from = queryClient.getQueryData(options.queryKey)?.next
      if (from === undefined || from === null) return
      const page = await journalOf(queryClient, team).during(filter, () =>
        fetchPage(team, filter, from),
      )
      // A list that was fetched anew meanwhile may end elsewhere; it is asked for more by itself.
      queryClient.setQueryData(options.queryKey, (list) =>
        list?.next === from ? withMore(list, page) : list,
      )
    },
  })
  const { mutate, isPending } = more
  const hasMore = query.data !== undefined && query.data.next !== null
  return {
    ...query,
    hasMore,
    isLoadingMore: isPending,
    isMoreFailed: more.isError,
    loadMore() {
      if (hasMore && !isPending && !query.isFetching) mutate()
    },
  }
}

export type MailsState = ReturnType<typeof useMails>
