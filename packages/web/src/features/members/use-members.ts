import { listMembers, removeMember, type Member } from '@mailstop/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { toast } from '../../ui/toast.ts'

const membersQuery = (team: number) =>
  queryOptions({
    queryKey: ['teams', team, 'members'],
    queryFn: async ({ signal }) =>
      (await call(listMembers, { params: { team: String(team) }, signal })).data,
  })

/** Who belongs to a team: the owner, then the others by name. */
export function useMembers(team: number) {
  return useQuery(membersQuery(team))
}

export function useRemoveMember(team: number, { id, name }: Pick<Member, 'id' | 'name'>) {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn() {
      try {
        await call(removeMember, { params: { team: String(team), user: String(id) } })
      } catch (error) {
        // Someone who has left meanwhile is as gone.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess() {
      queryClient.setQueryData(membersQuery(team).queryKey, (members) =>
        members?.filter((member) => member.id !== id),
      )
      toast.success(`${name} has been removed`)
      void queryClient.invalidateQueries({ queryKey: ['teams', 'list'] })
    },
    onSettled: () => queryClient.invalidateQueries(membersQuery(team)),
  })
}
