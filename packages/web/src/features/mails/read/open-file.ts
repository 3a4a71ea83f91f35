import { getMailAttachment, getMailSource } from '@mailstop/contract'
import { call } from '../../../lib/api/api-client.ts'
import { errorText } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/popups/toast.ts'

/**
 * Opens a file whose address has to be fetched first. The tab is opened during the click, before the
 * reply, or a browser would block it. The tab has no access to this page.
 */
async function openFile(address: () => Promise<{ url: string }>): Promise<void> {
  const tab = window.open('', '_blank')
  if (tab === null) {
    toast.error('The browser blocked the new tab. Allow pop-ups for this page and try again.')
    return
  }
  tab.opener = null
  try {
    const { url } = await address()
    tab.location.replace(url)
  } catch (error) {
    tab.close()
    toast.error(errorText(error))
  }
}

/** Opens an attachment in a new tab. */
export function openAttachment({ team, mail, file }: { team: number; mail: number; file: string }) {
  const params = { team: String(team), mail: String(mail), key: file }
  void openFile(() => call(getMailAttachment, { params }))
}

/** Opens the source of a mail, exactly as it was sent, in a new tab. */
export function viewSource(team: number, mail: number): void {
  void openFile(() => call(getMailSource, { params: { team: String(team), mail: String(mail) } }))
}
