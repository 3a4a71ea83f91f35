import { exportMail, exportMails, getArchive, importMails } from '@mailstop/contract'
import { dataRoute, fileRoute, route, type Route } from '../../http/route.ts'
import type { Archive } from './archive.ts'

export function archiveRoutes(archive: Archive, maxBytes: number): Route[] {
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
      ({ query }, { request, chunks }) => archive.importFile(request, query.import, chunks),
      maxBytes,
    ),
  ]
}
