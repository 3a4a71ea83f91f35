import {
  createTeam,
  deleteTeam,
  handOverTeam,
  leaveTeam,
  renameTeam,
  type CallRequest,
} from '@mailstop/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { paths } from '../../lib/paths.ts'
import { queryKeys } from '../../lib/queries.ts'
import { toast } from '../../ui/toast.tsx'
import { departureKey, forgetTeam, keepTeam } from './team-cache.ts'
import { useTeamChoice } from './use-team-choice.ts'
import { teamsQuery } from './use-teams.ts'

/** The new team is the current one at once. */
export function useCreateTeam() {
  const queryClient = useQueryClient()
  const choose = useTeamChoice()
  return useMutation({
    mutationFn: (request: CallRequest<typeof createTeam>) => call(createTeam, request),
    async onSuccess({ data }) {
      await keepTeam(queryClient, data)
      choose(data)
    },
  })
}

export function useRenameTeam(team: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CallRequest<typeof renameTeam>['body']) =>
      call(renameTeam, { params: { team: String(team) }, body }),
    async onSuccess({ data }) {
      await keepTeam(queryClient, data)
      toast.success('Team updated successfully')
      void queryClient.invalidateQueries(teamsQuery)
    },
  })
}

export function useHandOverTeam(team: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CallRequest<typeof handOverTeam>['body']) =>
      call(handOverTeam, { params: { team: String(team) }, body }),
    async onSuccess({ data }) {
      await keepTeam(queryClient, data)
      toast.success(`${data.owner.name} is the owner of ${data.name} now`)
      void queryClient.invalidateQueries({ queryKey: queryKeys.members(team) })
    },
  })
}

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
    mutationFn: () => call(leaveTeam, { params: { team: String(team) } }),
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
