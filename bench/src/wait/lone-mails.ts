import { setTimeout as delay } from 'node:timers/promises'
import { createRandom } from '../load/random.ts'
import { sampleMails, sendMail } from '../load/sample-mails.ts'
import { openSession, type Credentials } from '../load/smtp-session.ts'

/** A server that is asked for one mail at a time, and how it is asked. */
export type Asked = {
  name: string
  smtpPort: number
  credentials: Credentials | null
  /** Resolves when the client has the mail to this address that comes next. */
  awaitMail: (recipient: string) => Promise<{ at: number }>
}

/** The test begins to wait, and its app sends within so long. */
const longestPauseMs = 500

/** Times, in milliseconds, from the 250 of each mail until the client that waits for it has it. */
export async function timeLoneMails(asked: Asked, samples: number): Promise<number[]> {
  const session = await openSession(asked.smtpPort, asked.credentials)
  const mails = sampleMails(1, 50)
  const random = createRandom(2)
  const times: number[] = []
  for (let index = 0; index < samples; index += 1) {
    // A new recipient for each server, as the mail for an earlier one is still there.
    const recipient = `${index}-${asked.name.replaceAll(/\W/g, '')}@customers.example`
    const found = asked.awaitMail(recipient)
    await delay(random.below(longestPauseMs))
    const mail = mails[index % mails.length]
    if (!mail) throw new Error('There are no mails to send')
    const { acceptedAt } = await sendMail(session, mail, index, { recipient })
    times.push((await found).at - acceptedAt)
  }
  await session.quit()
  return times
}
