import { forwardMail } from '@mailstop/contract'
import { doneRoute, type Route } from '../../http/route.ts'
import type { Forwarding } from './forwarding.ts'

export function forwardingRoutes(forwarding: Forwarding): Route[] {
  return [
    doneRoute(forwardMail, 'Mail forwarded successfully', ({ params, body }, { request }) =>
      forwarding.forward(request, params.mail, body.email),
    ),
  ]
}
