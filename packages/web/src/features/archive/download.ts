import { exportMail, exportMails, type EndpointRequest } from '@mailstop/contract'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { withTimeZone } from '../../lib/time-zone.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toast } from '../../ui/popups/toast.ts'

export type ExportQuery = NonNullable<EndpointRequest<typeof exportMails>['query']>

/** Downloads all mail that the query selects as one mbox file, written as it is read. */
export const downloadMails = (team: number, query: ExportQuery): Promise<void> =>
  download(() => call(exportMails, { params: { team: String(team) }, query: withTimeZone(query) }))

export const downloadMail = (team: number, mail: number): Promise<void> =>
  download(() => call(exportMail, { params: { team: String(team), mail: String(mail) } }))

async function download(address: () => Promise<{ url: string }>): Promise<void> {
  try {
    const { url } = await address()
    saveFile(url)
  } catch (error) {
    toast.error(errorText(error))
  }
}
