import { getCounters } from '@mailstop/contract'
import { queryOptions } from '@tanstack/react-query'
import { queryKeys, queryOf } from '../../lib/queries.ts'

/** The counters of the sidebar. `useLiveMail` keeps them fresh. Without a team, nothing is fetched. */
export const countersQuery = (team: number | null) =>
  queryOptions({
    ...queryOf(queryKeys.counters(team ?? 0), getCounters, { params: { team: String(team) } }),
    enabled: team !== null,
    staleTime: Infinity,
  })
