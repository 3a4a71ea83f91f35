import { mailChannel, teamParts, type Team, type TeamPart } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useRealtime } from '../../lib/api/realtime-context.ts'
import { toast } from '../../ui/popups/toast.ts'
import { departureKey, forgetTeam } from './team-cache.ts'
import { teamsQuery } from './use-teams.ts'

/** Where a part of a team is cached. The team itself is in the list of teams. */
export const partKey = (team: number, part: TeamPart) =>
  part === 'team' ? teamsQuery.queryKey : ['teams', team, part]

/**
 * Keeps the cached parts of the current team as they are on the server while mounted. When the user
 * is removed from the team, the page goes on with another one.
 */
export function useLiveTeam({ id, name }: Pick<Team, 'id' | 'name'>): void {
  const queryClient = useQueryClient()
  const realtime = useRealtime()
  const navigate = useNavigate()

  const checkMembership = useEffectEvent(async (deleted: boolean) => {
    // This page left or deleted the team, and goes on by itself.
    if (queryClient.isMutating({ mutationKey: departureKey(id) }) > 0) return
    const teams = await queryClient.fetchQuery({ ...teamsQuery, staleTime: 0, retry: false })
    if (teams.some((team) => team.id === id)) return
    toast.info(deleted ? `${name} was deleted` : `You are no longer in ${name}`)
    void navigate('/inbox', { replace: true })
    await forgetTeam(queryClient, id)
  })

  useEffect(() => {
    function refetch(parts: readonly TeamPart[]) {
      for (const part of parts) {
        void queryClient.invalidateQueries({ queryKey: partKey(id, part) })
      }
    }
    return realtime.joinChannel(mailChannel(id), {
      onJoined: () => refetch(Object.keys(teamParts) as TeamPart[]),
      TeamOutdated: ({ part }) => refetch(teamParts[part]),
      // Rules may have forwarded it.
      MailReceived: () =>
        void queryClient.invalidateQueries({ queryKey: [...partKey(id, 'rules'), 'deliveries'] }),
      // A user who cannot ask is signed out, or learns it from the next reply.
      onClosed: ({ deleted = false }) => void checkMembership(deleted).catch(() => undefined),
    })
  }, [queryClient, realtime, id])
}
