import { getCounters } from '@mailstop/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { mailKeys } from './mail-keys.ts'

/** What the sidebar counts. `useLiveMail` keeps it fresh. Without a team, nothing is fetched. */
export const countersQuery = (team: number | null) =>
  queryOptions({
    queryKey: mailKeys.counters(team ?? 0),
    queryFn:
      team === null
        ? skipToken
        : async ({ signal }) => {
            const reply = await call(getCounters, { params: { team: String(team) }, signal })
            return reply.data
          },
    staleTime: Infinity,
  })
