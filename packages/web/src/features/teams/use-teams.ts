import { listTeams } from '@mailstop/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'

export const teamsQuery = queryOptions({
  ...queryOf(queryKeys.teams, listTeams),
  staleTime: 60_000,
  // The live connection tells of the current team alone: others come and go while one is elsewhere.
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
})

/** The teams of the signed-in user, oldest first. */
export function useTeams() {
  return useQuery(teamsQuery)
}
