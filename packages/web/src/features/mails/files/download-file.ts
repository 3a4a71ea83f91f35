import { downloadMailAttachment, downloadMailAttachments } from '@mailstop/contract'
import { call } from '../../../lib/api/api-client.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { fileParams, type FileAddress } from './fetch-file.ts'

export const downloadFile = (address: FileAddress): Promise<void> =>
  saveFile(() => call(downloadMailAttachment, { params: fileParams(address) }))

/** Downloads all attachments of a mail as one zip archive. */
export const downloadAllFiles = ({ team, mail }: Omit<FileAddress, 'file'>): Promise<void> =>
  saveFile(() =>
    call(downloadMailAttachments, { params: { team: String(team), mail: String(mail) } }),
  )
