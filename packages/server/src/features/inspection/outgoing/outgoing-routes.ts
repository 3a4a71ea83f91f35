import {
  checkAuthentication,
  checkLinks,
  checkSpam,
  getOutgoingChecks,
  listLinkChecks,
} from '@mailstop/contract'
import { dataRoute, type Route } from '../../../http/route.ts'
import type { OutgoingChecks } from './outgoing.ts'

export function outgoingRoutes(outgoing: OutgoingChecks): Route[] {
  const { spam, links, dns } = outgoing.offers
  return [
    dataRoute(getOutgoingChecks, async () => ({
      spam_check: spam,
      link_checks: links,
      dns_checks: dns,
    })),
    dataRoute(checkSpam, ({ params }, { request }) => outgoing.spam(request, params.mail)),
    dataRoute(checkAuthentication, ({ params, body }, { request }) =>
      outgoing.authentication(request, params.mail, body.ip ?? null),
    ),
    dataRoute(checkLinks, ({ params, body }, { request }) =>
      outgoing.checkLinks(request, params.mail, body),
    ),
    dataRoute(listLinkChecks, ({ params }, { request }) =>
      outgoing.linkChecks(request, params.mail),
    ),
  ]
}
