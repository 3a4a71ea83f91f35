import {
  getOverview,
  getUser,
  listActs,
  listAllTeams,
  listSettings,
  listUsers,
} from '@mailstop/contract'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { toast } from '../../ui/popups/toast.ts'

const refreshMs = 30_000

/** Fetched again while it is looked at. */
export const useOverview = () =>
  useQuery({ ...queryOf(queryKeys.operator('overview'), getOverview), refetchInterval: refreshMs })

export const useServerSettings = () =>
  useQuery(queryOf(queryKeys.operator('settings'), listSettings))

export const usePerson = (user: number) =>
  useQuery(queryOf(queryKeys.operator('users', user), getUser, { params: { user: String(user) } }))

type Paged<Item> = { data: Item[]; meta: { next_cursor: string | null } }

/** Pages of a list, one below the other. What is shown stays until the result of a new search is there. */
function useList<Item>(
  what: string,
  q: string,
  load: (query: { q?: string; cursor?: string }, signal: AbortSignal) => Promise<Paged<Item>>,
) {
  const list = useInfiniteQuery({
    queryKey: queryKeys.operator(what, q),
    queryFn: ({ pageParam, signal }) =>
      load({ ...(q !== '' && { q }), ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    placeholderData: keepPreviousData,
  })
  return { list, items: list.data?.pages.flatMap(({ data }) => data) }
}

export const usePeople = (q: string) =>
  useList('users', q, (query, signal) => call(listUsers, { query, signal }))

export const useAllTeams = (q: string) =>
  useList('teams', q, (query, signal) => call(listAllTeams, { query, signal }))

export const useActs = () =>
  useList('acts', '', ({ cursor }, signal) =>
    call(listActs, { query: cursor === undefined ? {} : { cursor }, signal }),
  )

/** Something that an operator does. Afterwards everything that operators see is fetched again. */
export function useAct<Input = void>(
  act: (input: Input) => Promise<{ message: string }>,
  { onDone = () => {}, quiet = false }: { onDone?: () => void; quiet?: boolean } = {},
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: ({ message }) => {
      toast.success(message)
      onDone()
    },
    // A dialog shows its own errors.
    onError: (error) => quiet || toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.operator() }),
  })
}
