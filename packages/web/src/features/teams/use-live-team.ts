import { mailChannel, type Team } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useRealtime } from '../../lib/realtime-context.ts'
import { toast } from '../../ui/toast.tsx'
import { departureKey, forgetTeam } from './team-cache.ts'
import { teamsQuery } from './use-teams.ts'

/**
 * Keeps what is known of the current team as it is on the server while mounted. Each part of a team
 * is cached under its id and the name that the events have for it. When the user is taken out of the
 * team, the page goes on with another one.
 */
export function useLiveTeam({ id, name }: Pick<Team, 'id' | 'name'>): void {
  const queryClient = useQueryClient()
  const realtime = useRealtime()
  const navigate = useNavigate()

  const checkMembership = useEffectEvent(async (deleted: boolean) => {
    // Whoever leaves or deletes the team is led on by that.
    if (queryClient.isMutating({ mutationKey: departureKey(id) }) > 0) return
    const teams = await queryClient.fetchQuery({ ...teamsQuery, staleTime: 0, retry: false })
    if (teams.some((team) => team.id === id)) return
    toast.info(deleted ? `${name} was deleted` : `You are no longer in ${name}`)
    void navigate('/inbox', { replace: true })
    await forgetTeam(queryClient, id)
  })

  useEffect(() => {
    const refetch = (part: string) =>
      queryClient.invalidateQueries({ queryKey: ['teams', id, part] })
    return realtime.joinChannel(mailChannel(id), {
      onJoined() {
        void queryClient.invalidateQueries(teamsQuery)
        for (const part of ['members', 'invites', 'rules']) void refetch(part)
      },
      TeamOutdated({ part }) {
        if (part === 'team' || part === 'members') {
          // The team says how many its members are, and they say who of them is the owner.
          void queryClient.invalidateQueries(teamsQuery)
          void refetch('members')
        } else void refetch(part)
      },
      // Rules may have forwarded it.
      MailReceived: () =>
        void queryClient.invalidateQueries({ queryKey: ['teams', id, 'rules', 'deliveries'] }),
      // Who cannot ask has been signed out, or is told by the next answer.
      onClosed: ({ deleted = false }) => void checkMembership(deleted).catch(() => undefined),
    })
  }, [queryClient, realtime, id])
}
