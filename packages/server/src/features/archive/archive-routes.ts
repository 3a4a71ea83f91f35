import { exportMail, exportMails, importQuery, importReport, teamParams } from '@mailstop/contract'
import { route, type Route, type UploadRoute } from '../../http/route.ts'
import type { Archive } from './archive.ts'

export function archiveRoutes(archive: Archive): Route[] {
  return [
    route(exportMail, async ({ params }, { request }) => ({
      url: await archive.mailLink(request, params.mail),
    })),
    route(exportMails, async ({ query }, { request }) => ({
      url: await archive.mailsLink(request, query),
    })),
  ]
}

export function importRoute(archive: Archive, maxBytes: number): UploadRoute {
  return {
    path: '/api/teams/:team/imports',
    maxBytes,
    params: teamParams,
    query: importQuery,
    async handle({ params, query, actor, chunks }) {
      const teamId = Number(params['team'])
      const request = { actor, action: 'import_mail' as const, teamId }
      const report = await archive.importFile(request, String(query['import']), chunks)
      return { data: importReport.parse(report) }
    },
  }
}
