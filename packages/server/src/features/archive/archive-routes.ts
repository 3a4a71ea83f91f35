import { exportMail, exportMails, importQuery, importReport, teamParams } from '@mailstop/contract'
import { route, type Route, type UploadRoute } from '../../http/route.ts'
import { askerOf } from '../../lib/asker.ts'
import type { Archive } from './archive.ts'

export function archiveRoutes(archive: Archive): Route[] {
  return [
    route(exportMail, async ({ params }, { caller }) => ({
      url: await archive.mailLink(askerOf(caller, params), params.mail),
    })),
    route(exportMails, async ({ params, query }, { caller }) => ({
      url: await archive.mailsLink(askerOf(caller, params), query),
    })),
  ]
}

export function importRoute(archive: Archive, maxBytes: number): UploadRoute {
  return {
    path: '/api/teams/:team/imports',
    maxBytes,
    params: teamParams,
    query: importQuery,
    async handle({ params, query, caller, chunks }) {
      const asker = { userId: caller.userId, teamId: Number(params['team']) }
      const report = await archive.importFile(asker, String(query['import']), chunks)
      return { data: importReport.parse(report) }
    },
  }
}
