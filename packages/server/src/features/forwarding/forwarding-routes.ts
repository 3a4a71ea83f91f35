import { forwardMail } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import { askerOf } from '../../lib/asker.ts'
import type { Forwarding } from './forwarding.ts'

export function forwardingRoutes(forwarding: Forwarding): Route[] {
  return [
    route(forwardMail, async ({ params, body }, { caller }) => {
      const asker = askerOf(caller, params)
      await forwarding.forward(asker, params.mail, body.email)
      return { message: 'Mail forwarded successfully' }
    }),
  ]
}
