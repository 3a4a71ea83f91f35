import {
  createShareLink,
  endShareLink,
  endShareLinks,
  listShareLinks,
  openShareLink,
  showSharedMail,
} from '@mailstop/contract'
import { dataRoute, doneRoute, fileRoute, type Route } from '../../http/route.ts'
import type { SharedMail } from './shared-mail.ts'
import type { ShareLinks } from './share-links.ts'

export function shareLinkRoutes(links: ShareLinks, { open }: SharedMail): Route[] {
  return [
    dataRoute(createShareLink, ({ params, body }, { request }) =>
      links.create(request, params.mail, body),
    ),
    dataRoute(listShareLinks, ({ params }, { request }) => links.list(request, params.mail)),
    doneRoute(endShareLinks, 'All links ended', ({ params }, { request }) =>
      links.end(request, params.mail),
    ),
    doneRoute(endShareLink, 'Link ended', ({ params }, { request }) =>
      links.end(request, params.mail, params.share),
    ),
    fileRoute(openShareLink, ({ params: { token }, query }, { client: { address }, hold }) =>
      open({ token, address, query, hold, isPressed: false }),
    ),
    fileRoute(showSharedMail, ({ params: { token } }, { client: { address }, hold }) =>
      open({ token, address, query: {}, hold, isPressed: true }),
    ),
  ]
}
