import type { Team } from '@mailstop/contract'
import { percentiles } from '../load/percentiles.ts'
import { sampleMails, sendMail, type SampleMail } from '../load/sample-mails.ts'
import { openSession } from '../load/smtp-session.ts'
import type { MailstopProcess } from '../targets/mailstop.ts'

const arrivalsPerSecond = 200
const connections = 4

/** Sends mail at a steady rate until it is stopped. */
export function startArrivals(team: Team, { smtpPort }: MailstopProcess) {
  const credentials = { username: team.smtp_username, password: team.smtp_password }
  const waited: number[] = []
  let stopped = false
  const gapMs = (connections * 1_000) / arrivalsPerSecond

  async function send(mails: SampleMail[]): Promise<void> {
    const session = await openSession(smtpPort, credentials)
    let due = performance.now()
    for (let sent = 0; !stopped; sent += 1) {
      const mail = mails[sent % mails.length] as SampleMail
      const { sentAt, acceptedAt } = await sendMail(session, mail, sent)
      waited.push(acceptedAt - sentAt)
      due += gapMs
      const early = due - performance.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    }
    await session.quit()
  }

  const sending = Promise.all(
    Array.from({ length: connections }, (_, index) => send(sampleMails(index + 1, 100))),
  )
  return {
    async stop() {
      stopped = true
      await sending
      return { count: waited.length, ...percentiles(waited), longest: Math.max(...waited) }
    },
  }
}
