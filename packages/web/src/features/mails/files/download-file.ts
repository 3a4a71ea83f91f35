import { downloadMailAttachment, downloadMailAttachments } from '@mailstop/contract'
import { call } from '../../../lib/api/api-client.ts'
import { errorText } from '../../../lib/api/api-error.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toast } from '../../../ui/popups/toast.ts'
import { fileParams, type FileAddress } from './fetch-file.ts'

export const downloadFile = (address: FileAddress): Promise<void> =>
  download(() => call(downloadMailAttachment, { params: fileParams(address) }))

/** Downloads all attachments of a mail as one zip archive. */
export const downloadAllFiles = ({ team, mail }: Omit<FileAddress, 'file'>): Promise<void> =>
  download(() =>
    call(downloadMailAttachments, { params: { team: String(team), mail: String(mail) } }),
  )

async function download(address: () => Promise<{ url: string }>): Promise<void> {
  try {
    const { url } = await address()
    saveFile(url)
  } catch (error) {
    toast.error(errorText(error))
  }
}
