import { sendTestMail } from '@mailstop/contract'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { mailLink } from '../../lib/paths/paths.ts'
import { toast } from '../../ui/popups/toast.ts'

/** Sends a test message from any page. */
export async function sendTest(team: number, open: (path: string) => void): Promise<void> {
  try {
    const { data } = await call(sendTestMail, { params: { team: String(team) } })
    const onClick = () => open(mailLink(team, data.mail))
    toast.success('The test message was caught.', { action: { label: 'Open it', onClick } })
  } catch (error) {
    toast.error(errorText(error))
  }
}
