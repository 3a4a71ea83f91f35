import { exportMail, exportMails, getArchive, importMails } from '@mailstop/contract'
import { dataRoute, fileRoute, route, type Route } from '../../http/route.ts'
import type { FindNamedInbox } from '../inboxes/inboxes.ts'
import type { Archive } from './archive.ts'

export function archiveRoutes(
  archive: Archive,
  inboxNamed: FindNamedInbox,
  maxBytes: number,
): Route[] {
  return [
    route(exportMail, async ({ params }, { request }) => ({
      url: await archive.mailLink(request, params.mail),
    })),
    route(exportMails, async ({ query }, { request }) => ({
      url: await archive.mailsLink(request, query),
    })),
    fileRoute(getArchive, ({ params }, context) => archive.open(params.token, context)),
    dataRoute(
      importMails,
      async ({ query }, { request, chunks }) => {
        const inbox = await inboxNamed(request, query.inbox)
        return archive.importFile(request, { name: query.import, inbox: inbox?.id }, chunks)
      },
      maxBytes,
    ),
  ]
}
