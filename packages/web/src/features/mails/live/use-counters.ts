import { getCounters, mailChannel } from '@mailstop/contract'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../lib/api-client.ts'
import { useRealtime } from '../../../lib/realtime-context.ts'
import { burstMs, coalesce } from './coalesce.ts'
import { mailKeys } from '../mail-keys.ts'

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

/**
 * What the sidebar counts, fetched again whenever something happens to the team's mail. Nothing is
 * fetched while no team is selected. Use it once; `countersQuery` gives others the same numbers.
 */
export function useCounters(team: number | null) {
  const queryClient = useQueryClient()
  const realtime = useRealtime()
  useEffect(() => {
    if (team === null) return
    const { ask, cancel } = coalesce(() => {
      void queryClient.invalidateQueries({ queryKey: mailKeys.counters(team) })
    }, burstMs)
    const leave = realtime.joinChannel(mailChannel(team), {
      onJoined: ask,
      MailReceived: ask,
      MailUpdated: ask,
      MailDeleted: ask,
      InboxOutdated: ask,
    })
    return () => {
      leave()
      cancel()
    }
  }, [queryClient, realtime, team])
  return useQuery(countersQuery(team))
}
