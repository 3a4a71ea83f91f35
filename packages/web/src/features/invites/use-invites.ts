import {
  createInvite,
  discardInvite,
  listInvites,
  resendInvite,
  type Invite,
  type CallRequest,
} from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { errorText, wasRemoved } from '../../lib/api-error.ts'
import { queryKeys, queryOf } from '../../lib/queries.ts'
import { toast } from '../../ui/toast.ts'

const invitesQuery = (team: number) =>
  queryOf(queryKeys.invites(team), listInvites, { params: { team: String(team) } })

/** Who has been invited and has not come yet, oldest first. */
export function useInvites(team: number) {
  return useQuery(invitesQuery(team))
}

export function useCreateInvite(team: number) {
  const queryClient = useQueryClient()
  return async (body: CallRequest<typeof createInvite>['body']) => {
    try {
      const { data } = await call(createInvite, { params: { team: String(team) }, body })
      queryClient.setQueryData(
        invitesQuery(team).queryKey,
        (invites) => invites && [...invites.filter(({ id }) => id !== data.id), data],
      )
      toast.success(`Invite sent to ${data.email}`)
    } finally {
      void queryClient.invalidateQueries(invitesQuery(team))
    }
  }
}

/** What can be done with an invitation that has been sent. */
export function useInviteActions(team: number, invite: Invite) {
  const queryClient = useQueryClient()
  const params = { team: String(team), invite: String(invite.id) }
  const shared = {
    onError: (error: unknown) => toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries(invitesQuery(team)),
  }
  const resend = useMutation({
    mutationFn: () => call(resendInvite, { params }),
    onSuccess: () => toast.success('Invite sent'),
    ...shared,
  })
  const discard = useMutation({
    // It may have been discarded or accepted meanwhile: the list says which.
    mutationFn: () => wasRemoved(call(discardInvite, { params })),
    onSuccess() {
      queryClient.setQueryData(invitesQuery(team).queryKey, (invites) =>
        invites?.filter(({ id }) => id !== invite.id),
      )
      toast.success('Invite discarded')
    },
    ...shared,
  })
  return { resend, discard }
}
