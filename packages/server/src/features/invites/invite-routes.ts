import {
  acceptInvite,
  copyInviteLink,
  createInvite,
  discardInvite,
  listInvites,
  resendInvite,
} from '@mailstop/contract'
import { dataRoute, doneRoute, route, type Route } from '../../http/route.ts'
import type { Invites } from './invites.ts'

export function inviteRoutes(invites: Invites): Route[] {
  return [
    dataRoute(listInvites, (_input, { request }) => invites.list(request)),
    dataRoute(createInvite, ({ body }, { request }) => invites.create(request, body.email)),
    doneRoute(resendInvite, 'Invite sent', ({ params }, { request }) =>
      invites.resend(request, params.invite),
    ),
    dataRoute(copyInviteLink, ({ params }, { request }) =>
      invites.copyLink(request, params.invite),
    ),
    doneRoute(discardInvite, 'Invite discarded', ({ params }, { request }) =>
      invites.discard(request, params.invite),
    ),
    route(acceptInvite, ({ params }, { actor }) =>
      invites.accept(params.token, actor?.userId ?? null),
    ),
  ]
}
