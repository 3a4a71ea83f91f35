import { call } from '../../lib/api/api-client.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { queryKeys } from '../../lib/api/queries.ts'
import { getProfile, type User } from '@mailstop/contract'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'

/** The signed-in user; null when the visitor is signed out. All screens wait for the first answer. */
export const currentUserQuery = queryOptions({
  queryKey: queryKeys.profile,
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return (await call(getProfile, { signal })).data
    } catch (error) {
      if (error instanceof ApiError && error.code === 'signed_out') return null
      throw error
    }
  },
  // It changes by what this page does, which updates it, and otherwise while one is elsewhere.
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
})

export function useCurrentUser(): User | null {
  return useQuery(currentUserQuery).data ?? null
}

/** The user as far as it is known, asking the server only when it is not. */
export function loadCurrentUser(queryClient: QueryClient): Promise<User | null> {
  return queryClient.ensureQueryData({ ...currentUserQuery, retry: false })
}

/** Call it after a change of session or profile. */
export function reloadCurrentUser(queryClient: QueryClient): Promise<User | null> {
  return queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0, retry: false })
}
