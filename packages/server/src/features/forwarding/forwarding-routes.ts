import { forwardMail } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import type { Forwarding } from './forwarding.ts'

export function forwardingRoutes(forwarding: Forwarding): Route[] {
  return [
    route(forwardMail, async ({ params, body }, { request }) => {
      await forwarding.forward(request, params.mail, body.email)
      return { message: 'Mail forwarded successfully' }
    }),
  ]
}
