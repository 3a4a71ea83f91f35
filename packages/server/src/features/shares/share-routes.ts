import {
  createShare,
  endShare,
  endShares,
  listShares,
  openShare,
  showSharedMail,
} from '@mailstop/contract'
import { dataRoute, doneRoute, fileRoute, type Route } from '../../http/route.ts'
import type { SharedMail } from './shared-mail.ts'
import type { Shares } from './shares.ts'

export function shareRoutes(shares: Shares, { open }: SharedMail): Route[] {
  return [
    dataRoute(createShare, ({ params, body }, { request }) =>
      shares.create(request, params.mail, body),
    ),
    dataRoute(listShares, ({ params }, { request }) => shares.list(request, params.mail)),
    doneRoute(endShares, 'All links ended', ({ params }, { request }) =>
      shares.end(request, params.mail),
    ),
    doneRoute(endShare, 'Link ended', ({ params }, { request }) =>
      shares.end(request, params.mail, params.share),
    ),
    fileRoute(openShare, ({ params: { token }, query }, { client: { address }, hold }) =>
      open({ token, address, query, hold, isPressed: false }),
    ),
    fileRoute(showSharedMail, ({ params: { token } }, { client: { address }, hold }) =>
      open({ token, address, query: {}, hold, isPressed: true }),
    ),
  ]
}
