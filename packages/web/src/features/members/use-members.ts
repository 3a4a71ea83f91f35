import { listMembers, removeMember, rotateCredentials, type Member } from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { wasRemoved } from '../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { toast } from '../../ui/popups/toast.ts'

const membersQuery = (team: number) =>
  queryOf(queryKeys.members(team), listMembers, { params: { team: String(team) } })

/** Who belongs to a team: the owner, then the others by name. */
export function useMembers(team: number) {
  return useQuery(membersQuery(team))
}

export function useRemoveMember(team: number, { id, name }: Pick<Member, 'id' | 'name'>) {
  const queryClient = useQueryClient()
  return useMutation({
    /**
     * In the same step, the team gets other SMTP credentials with `rotate`, and the API tokens that the
     * member made end with `revoke`.
     */
    async mutationFn({ rotate, revoke }: { rotate: boolean; revoke: boolean }) {
      const params = { team: String(team), user: String(id) }
      const query = {
        credentials: rotate ? 'rotate' : 'keep',
        ...(revoke && { tokens: 'revoke' as const }),
      } as const
      const removed = await wasRemoved(call(removeMember, { params, query }))
      // A member who has left meanwhile knows the credentials just as well.
      if (!removed && rotate) await call(rotateCredentials, { params: { team: String(team) } })
    },
    onSuccess(_done, { rotate }) {
      queryClient.setQueryData(membersQuery(team).queryKey, (members) =>
        members?.filter((member) => member.id !== id),
      )
      toast.success(
        `${name} has been removed${rotate ? ', and the credentials have been rotated' : ''}`,
      )
      void queryClient.invalidateQueries({ queryKey: queryKeys.teams })
    },
    onSettled: () => queryClient.invalidateQueries(membersQuery(team)),
  })
}
