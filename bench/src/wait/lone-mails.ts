import { setTimeout as delay } from 'node:timers/promises'
import { createRandom } from '../load/random.ts'
import { sampleMails, sendMail, type SampleMail } from '../load/sample-mails.ts'
import { openSession } from '../load/smtp-session.ts'
import type { Product } from './crowd.ts'
import type { Requests } from './held-requests.ts'

/** The test begins to wait, and its app sends within so long. */
const longestPauseMs = 500

/** Times, in milliseconds, from the 250 of each mail until the client that waits for it has it. */
export async function timeLoneMails(
  { get }: Requests,
  { team, smtpPort, credentials }: Product,
  samples: number,
): Promise<number[]> {
  const session = await openSession(smtpPort, credentials)
  const mails = sampleMails(1, 50)
  const random = createRandom(2)
  const times: number[] = []
  for (let index = 0; index < samples; index += 1) {
    const recipient = `${index}-alone@customers.example`
    const found = get(`/api/teams/${team}/mails/wait`, { to: recipient, timeout: '50000' })
    await delay(random.below(longestPauseMs))
    const mail = mails[index % mails.length] as SampleMail
    const { acceptedAt } = await sendMail(session, mail, index, { recipient })
    const { status, at } = await found
    if (status !== 200) throw new Error(`A wait got ${status}`)
    times.push(at - acceptedAt)
  }
  await session.quit()
  return times
}
