import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { retryDelay, worthRetrying } from '../../../lib/api/query-client.ts'
import { queryKeys } from '../../../lib/api/queries.ts'
import { fetchAgain, fetchAround, fetchPage } from './fetch-mails.ts'
import { mailIn, indexOfMail, withMore, withNewer } from './held-list.ts'
import { dependsOnChanges, isFound, type ListFilter } from '../address/list-filter.ts'
import { useMailStore } from './mail-store.ts'

/** A linked mail further down than this has no position in the list. */
const mostFetched = 2_000

/** A list as far as it was fetched. */
export function useMailListQuery(team: number, filter: ListFilter) {
  const store = useMailStore(team)
  return useQuery({
    queryKey: queryKeys.mailList(team, filter),
    queryFn: ({ signal }) => {
      const held = store.listOf(filter)
      return store.fetching(filter, () => fetchAgain(team, filter, held, signal))
    },
    staleTime: dependsOnChanges(filter) ? 0 : Infinity,
    refetchOnWindowFocus: ({ state }) => state.isInvalidated,
    refetchOnReconnect: ({ state }) => state.isInvalidated,
    structuralSharing: false,
  })
}

/** Why the server could not read a search; null when the list failed for another reason. */
export function searchProblemOf(error: unknown): string | null {
  return error instanceof ApiError && error.status === 422
    ? (error.errors['q']?.[0] ?? error.errors['sndr']?.[0] ?? error.errors['rcpt']?.[0] ?? null)
    : null
}

/**
 * A list, loaded page by page. It is loaded down to the open mail, so that an older mail has a position and
 * neighbours. The ids descend, so the id of the mail says how far that is. For a mail that was linked to,
 * the list is loaded around it instead, unless it is a search: searches have pages downwards only. `link`
 * tells apart the occasions on which a mail was linked to; it is null for a mail that was not.
 *
 * The live connection keeps a list fresh, so it does not become stale with time. A list that depends on
 * marks, tags or verdicts is fetched again each time it is shown: a mail that was marked stays in it, or out of it,
 * only until then. A list can have 100,000 mails, so code avoids walking through all of it.
 */
export function useMails(
  team: number,
  filter: ListFilter,
  { opened, link }: { opened: number | null; link: string | null },
) {
  const isLinked = opened !== null && link !== null
  const store = useMailStore(team)
  const query = useMailListQuery(team, filter)
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
  const newer = useMutation({
    mutationKey: queryKeys.newerMails(team, filter),
    async mutationFn() {
      const from = store.listOf(filter)?.previous
      if (from === undefined) return
      const page = await store.fetching(filter, () => fetchPage(team, filter, from))
      store.setList(filter, (list) => (list.previous === from ? withNewer(list, page) : list))
    },
  })
  // Counts up each time the list starts again at its newest mail.
  const [restarts, setRestarts] = useState(0)
  const restart = useMutation({
    async mutationFn() {
      const page = await store.fetching(filter, () => fetchPage(team, filter, null))
      store.replaceList(filter, page)
      setRestarts((count) => count + 1)
    },
  })
  const { mutate, isPending, isError: isMoreFailed } = more
  const hasMore = query.data !== undefined && query.data.next !== null
  function loadMore() {
    if (hasMore && !isPending && !query.isFetching) mutate()
  }

  const mails = query.data?.mails ?? []
  const hasNewer = query.data?.previous !== undefined
  const place = opened === null ? 0 : indexOfMail(mails, opened)
  const isBelow = opened !== null && place >= mails.length && hasMore
  const isAbove = opened !== null && place === 0 && mails[0]?.id !== opened && hasNewer
  const seek = useSeek(team, filter, { opened, link })
  const isSeeking = isLinked && !isFound(filter) && (isBelow || isAbove) && !seek.isDone
  const isReaching =
    isBelow && (!isLinked || isFound(filter)) && mails.length < mostFetched && !isMoreFailed
  useEffect(() => {
    if (isSeeking) seek.start()
    if (isReaching) loadMore()
  })
  return {
    ...query,
    hasMore,
    hasNewer,
    isSeeking,
    isReaching,
    isLoadingMore: isPending,
    isMoreFailed,
    loadMore,
    loadNewer() {
      if (hasNewer && !newer.isPending && !query.isFetching) newer.mutate()
    },
    restart: () => restart.mutate(),
    restarts,
  }
}

/** Replaces a list by its part around the open mail, if the list holds that mail. Once for each link and list. */
function useSeek(
  team: number,
  filter: ListFilter,
  { opened, link }: { opened: number | null; link: string | null },
) {
  const store = useMailStore(team)
  const [sought, setSought] = useState<string | null>(null)
  const wanted = JSON.stringify([filter, opened, link])
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ mail }: { mail: number; wanted: string }) => {
      const list = await store.fetching(filter, () => fetchAround(team, filter, mail))
      if (mailIn(list.mails, mail)) store.replaceList(filter, list)
    },
    onSettled: (_, __, asked) => setSought(asked.wanted),
  })
  return {
    isDone: sought === wanted,
    start() {
      if (opened !== null && !isPending) mutate({ mail: opened, wanted })
    },
  }
}
