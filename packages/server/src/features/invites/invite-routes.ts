import {
  acceptInvite,
  copyInviteLink,
  createInvite,
  discardInvite,
  listInvites,
  resendInvite,
} from '@mailstop/contract'
import { dataRoute, route, type Route } from '../../http/route.ts'
import type { Invites } from './invites.ts'

export function inviteRoutes(invites: Invites): Route[] {
  return [
    dataRoute(listInvites, (_input, { request }) => invites.list(request)),
    dataRoute(createInvite, ({ body }, { request }) => invites.create(request, body.email)),
    route(resendInvite, async ({ params }, { request }) => {
      await invites.resend(request, params.invite)
      return { message: 'Invite sent' }
    }),
    dataRoute(copyInviteLink, ({ params }, { request }) =>
      invites.copyLink(request, params.invite),
    ),
    route(discardInvite, async ({ params }, { request }) => {
      await invites.discard(request, params.invite)
      return { message: 'Invite discarded' }
    }),
    route(acceptInvite, ({ params }, { actor }) =>
      invites.accept(params.token, actor?.userId ?? null),
    ),
  ]
}
