import { exportMail, exportMails, type EndpointRequest } from '@mailstop/contract'
import { call } from '../../lib/api/api-client.ts'
import { withTimeZone } from '../../lib/time-zone.ts'
import { saveFile } from '../../lib/save-file.ts'

export type ExportQuery = NonNullable<EndpointRequest<typeof exportMails>['query']>

/** Downloads all mail that the query selects as one mbox file, written as it is read. */
export const downloadMails = (team: number, query: ExportQuery): Promise<void> =>
  saveFile(() => call(exportMails, { params: { team: String(team) }, query: withTimeZone(query) }))

export const downloadMail = (team: number, mail: number): Promise<void> =>
  saveFile(() => call(exportMail, { params: { team: String(team), mail: String(mail) } }))
