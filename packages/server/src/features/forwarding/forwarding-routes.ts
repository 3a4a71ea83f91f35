import { forwardMail } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import type { Forwarding } from './forwarding.ts'

export function forwardingRoutes(forwarding: Forwarding): Route[] {
  return [
    route(forwardMail, async ({ params, body }, { caller }) => {
      const asker = { userId: caller.userId, teamId: params.team }
      await forwarding.forward(asker, params.mail, body.email)
      return { message: 'Mail forwarded successfully' }
    }),
  ]
}
