import { exportMail, exportMails, getArchive, importMails } from '@mailstop/contract'
import { fileRoute, route, uploadRoute, type Route } from '../../http/route.ts'
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
    uploadRoute(importMails, maxBytes, async ({ query }, { request, chunks }) => ({
      data: await archive.importFile(request, query.import, chunks),
    })),
  ]
}
