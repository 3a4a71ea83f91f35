import { listMembers, removeMember, rotateCredentials, type Member } from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { queryKeys, queryOf } from '../../lib/queries.ts'
import { toast } from '../../ui/toast.tsx'

const membersQuery = (team: number) =>
  queryOf(queryKeys.members(team), listMembers, { params: { team: String(team) } })

/** Who belongs to a team: the owner, then the others by name. */
export function useMembers(team: number) {
  return useQuery(membersQuery(team))
}

export function useRemoveMember(team: number, { id, name }: Pick<Member, 'id' | 'name'>) {
  const queryClient = useQueryClient()
  return useMutation({
    /** With `rotate`, the team gets other SMTP credentials in the same step. */
    async mutationFn({ rotate }: { rotate: boolean }) {
      try {
        await call(removeMember, {
          params: { team: String(team), user: String(id) },
          query: { credentials: rotate ? 'rotate' : 'keep' },
        })
      } catch (error) {
        // Someone who has left meanwhile is as gone, and knows as much.
        if (!(error instanceof ApiError && error.status === 404)) throw error
        if (rotate) await call(rotateCredentials, { params: { team: String(team) } })
      }
    },
    onSuccess(_done, { rotate }) {
      queryClient.setQueryData(membersQuery(team).queryKey, (members) =>
        members?.filter((member) => member.id !== id),
      )
      toast.success(`${name} has been removed${rotate ? ', and the credentials rotated' : ''}`)
      void queryClient.invalidateQueries({ queryKey: queryKeys.teams })
    },
    onSettled: () => queryClient.invalidateQueries(membersQuery(team)),
  })
}
