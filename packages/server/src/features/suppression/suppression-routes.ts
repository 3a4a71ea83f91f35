import { getMailStop, resumeMail, stopMail } from '@mailstop/contract'
import { dataRoute, route, type OneClickRoute, type Route } from '../../http/route.ts'
import type { Suppression } from './suppression.ts'

export function suppressionRoutes({ stateOf, stop, resume }: Suppression): Route[] {
  return [
    dataRoute(getMailStop, ({ params }) => stateOf(params.token)),
    route(stopMail, async ({ params }) => ({ message: await stop(params.token) })),
    route(resumeMail, async ({ params }) => ({ message: await resume(params.token) })),
  ]
}

/** Where the link of a mail leads, for mail programs; people get a page there. */
export const oneClickStop = ({ stop }: Suppression): OneClickRoute => ({
  path: '/forwarding/stop/:token',
  handle: async ({ params }) => ({ message: await stop(params['token'] ?? '') }),
})
