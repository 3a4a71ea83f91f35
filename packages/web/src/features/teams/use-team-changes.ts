import { deleteTeam, leaveTeam, type CallRequest } from '@mailstop/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api/api-client.ts'
import { paths } from '../../lib/paths/paths.ts'
import { toast } from '../../ui/popups/toast.ts'
import { departureKey, forgetTeam } from './team-cache.ts'
import { teamsQuery } from './use-teams.ts'

export function useDeleteTeam(team: number) {
  const depart = useDeparture(team)
  return useMutation({
    mutationKey: departureKey(team),
    mutationFn: (body: CallRequest<typeof deleteTeam>['body']) =>
      call(deleteTeam, { params: { team: String(team) }, body }),
    onSuccess: depart,
  })
}

export function useLeaveTeam(team: number) {
  const depart = useDeparture(team)
  return useMutation({
    mutationKey: departureKey(team),
    /** With `revoke`, the API tokens that the user made there end too. */
    mutationFn: ({ revoke }: { revoke: boolean }) => {
      const query = revoke ? ({ tokens: 'revoke' } as const) : {}
      return call(leaveTeam, { params: { team: String(team) }, query })
    },
    onSuccess: depart,
  })
}

/** The first of the other teams is then the current one. */
function useDeparture(team: number) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async ({ message }: { message: string }) => {
    await navigate(paths.inbox)
    await forgetTeam(queryClient, team)
    toast.success(message)
    void queryClient.invalidateQueries(teamsQuery)
  }
}
