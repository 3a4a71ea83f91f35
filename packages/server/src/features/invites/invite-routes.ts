import {
  acceptInvite,
  createInvite,
  discardInvite,
  listInvites,
  resendInvite,
} from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import { askerOf } from '../../lib/asker.ts'
import type { Invites } from './invites.ts'

export function inviteRoutes(invites: Invites): Route[] {
  return [
    route(listInvites, async ({ params }, { caller }) => ({
      data: await invites.list(askerOf(caller, params)),
    })),
    route(createInvite, async ({ params, body }, { caller }) => ({
      data: await invites.create(askerOf(caller, params), body.email),
    })),
    route(resendInvite, async ({ params }, { caller }) => {
      await invites.resend(askerOf(caller, params), params.invite)
      return { message: 'Invite sent' }
    }),
    route(discardInvite, async ({ params }, { caller }) => {
      await invites.discard(askerOf(caller, params), params.invite)
      return { message: 'Invite discarded' }
    }),
    route(acceptInvite, ({ params }, { caller }) =>
      invites.accept(params.token, caller?.userId ?? null),
    ),
  ]
}
