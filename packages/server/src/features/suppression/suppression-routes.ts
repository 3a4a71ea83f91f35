import { getMailStop, resumeMail, stopMail, stopMailByLink } from '@mailstop/contract'
import { dataRoute, route, type Route } from '../../http/route.ts'
import type { Suppression } from './suppression.ts'

export function suppressionRoutes({ stateOf, stop, resume }: Suppression): Route[] {
  return [
    dataRoute(getMailStop, ({ params }) => stateOf(params.token)),
    route(stopMail, async ({ params }) => ({ message: await stop(params.token) })),
    route(resumeMail, async ({ params }) => ({ message: await resume(params.token) })),
    route(stopMailByLink, async ({ params }) => ({ message: await stop(params.token) })),
  ]
}
