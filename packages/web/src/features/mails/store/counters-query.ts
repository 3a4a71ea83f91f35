import { getCounters } from '@mailstop/contract'
import { queryOptions } from '@tanstack/react-query'
import { userTimeZone } from '../../../lib/time-zone.ts'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'

/** The counters of the sidebar. `useLiveMail` keeps them fresh. Without a team, nothing is fetched. */
export const countersQuery = (team: number | null) =>
  queryOptions({
    ...queryOf(queryKeys.counters(team ?? 0), getCounters, {
      params: { team: String(team) },
      // Pinned searches may name days.
      query: { time_zone: userTimeZone() },
    }),
    enabled: team !== null,
    staleTime: Infinity,
  })

/** How many unread mails a team has. Asks for less than all counters, whose pins cost a search each. */
export const unreadQuery = (team: number) =>
  queryOptions({
    ...queryOf(queryKeys.unread(team), getCounters, {
      params: { team: String(team) },
      query: { pins: 'none' },
    }),
    select: ({ unread }) => unread,
  })
