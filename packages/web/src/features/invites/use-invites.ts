import {
  copyInviteLink,
  createInvite,
  discardInvite,
  listInvites,
  resendInvite,
  type Invite,
  type CallRequest,
} from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { errorText, wasRemoved } from '../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { useSaid } from '../../lib/api/use-said.ts'
import { toast } from '../../ui/popups/toast.ts'

const invitesQuery = (team: number) =>
  queryOf(queryKeys.invites(team), listInvites, { params: { team: String(team) } })

/** Who has been invited and has not come yet, oldest first. */
export function useInvites(team: number) {
  return useQuery(invitesQuery(team))
}

/** `offerLink` is given where no email is sent: it offers the link of an invitation to its owner. */
export function useCreateInvite(team: number, offerLink: ((invite: Invite) => void) | null) {
  const queryClient = useQueryClient()
  return async (body: CallRequest<typeof createInvite>['body']) => {
    try {
      const { data } = await call(createInvite, { params: { team: String(team) }, body })
      queryClient.setQueryData(
        invitesQuery(team).queryKey,
        (invites) => invites && [...invites.filter(({ id }) => id !== data.id), data],
      )
      if (offerLink === null) toast.success(`Invite sent to ${data.email}`)
      else {
        toast.success(`Invite for ${data.email} created. No email was sent.`, {
          action: { label: copyLinkLabel, onClick: () => offerLink(data) },
        })
      }
    } finally {
      void queryClient.invalidateQueries(invitesQuery(team))
    }
  }
}

export const copyLinkLabel = 'Copy invite link'

/** The link of an invitation for its owner to hand over, once `get` was called. */
export function useInviteLink(team: number) {
  const queryClient = useQueryClient()
  const { mutate, data, reset, isPending } = useMutation({
    mutationFn: async (invite: Invite) => {
      const params = { team: String(team), invite: String(invite.id) }
      const { data: link } = await call(copyInviteLink, { params })
      return { invite, url: link.url }
    },
    onError: (error: unknown) => toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries(invitesQuery(team)),
  })
  return { get: (invite: Invite) => mutate(invite), link: data ?? null, isPending, close: reset }
}

/** Returns what can be done with an invitation. */
export function useInviteActions(team: number, invite: Invite, { isSent }: { isSent: boolean }) {
  const queryClient = useQueryClient()
  const params = { team: String(team), invite: String(invite.id) }
  const onSettled = () => queryClient.invalidateQueries(invitesQuery(team))
  const sent = isSent ? 'Invite sent' : 'Invite renewed. No email was sent.'
  const resend = useSaid(() => call(resendInvite, { params }).then(() => sent), { onSettled })
  const discard = useSaid(
    async () => {
      // It may have been discarded or accepted meanwhile: the list says which.
      await wasRemoved(call(discardInvite, { params }))
      queryClient.setQueryData(invitesQuery(team).queryKey, (invites) =>
        invites?.filter(({ id }) => id !== invite.id),
      )
      return 'Invite discarded'
    },
    { onSettled },
  )
  return { resend, discard }
}
