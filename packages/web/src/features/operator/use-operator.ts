import {
  getOverview,
  getUser,
  listActs,
  listAllTeams,
  listSettings,
  listUsers,
} from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { usePages } from '../../lib/api/pages.ts'
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

const searched = (q: string) => (q === '' ? {} : { q })

export const usePeople = (q: string) =>
  usePages(queryKeys.operator('users', q), (cursor, signal) =>
    call(listUsers, { query: { ...searched(q), ...cursor }, signal }),
  )

export const useAllTeams = (q: string) =>
  usePages(queryKeys.operator('teams', q), (cursor, signal) =>
    call(listAllTeams, { query: { ...searched(q), ...cursor }, signal }),
  )

export const useActs = () =>
  usePages(queryKeys.operator('acts'), (query, signal) => call(listActs, { query, signal }))

/** Something that an operator does. Afterwards everything that operators see is fetched again. With `onDone`, a dialog shows its errors. */
export function useAct<Input = void>(
  act: (input: Input) => Promise<{ message: string }>,
  onDone?: () => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: ({ message }) => {
      toast.success(message)
      onDone?.()
    },
    onError: (error) => (onDone ? undefined : toast.error(errorText(error))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.operator() }),
  })
}
