import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

type Page<Item> = { data: Item[]; meta: { next_cursor: string | null } }

/** Pages of a list, one below the other. What is shown stays until the result of a new search is there. */
export function usePages<Item>(
  queryKey: readonly unknown[],
  load: (cursor: { cursor?: string }, signal: AbortSignal) => Promise<Page<Item>>,
) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      load(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    placeholderData: keepPreviousData,
  })
  return { list, items: list.data?.pages.flatMap(({ data }) => data) }
}
