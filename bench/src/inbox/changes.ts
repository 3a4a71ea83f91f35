import { deleteMails, getCounters, restoreMails, updateMails, type Team } from '@mailstop/contract'
import { percentiles } from '../load/percentiles.ts'
import { sampleMails, sendMail, type SampleMail } from '../load/sample-mails.ts'
import { openSession } from '../load/smtp-session.ts'
import type { MailstopProcess } from '../targets/mailstop.ts'
import type { MailstopApi } from '../targets/mailstop-api.ts'

/** A change of all mail, made while mail keeps arriving. */
export type ChangeTiming = {
  name: string
  seconds: number
  changed: number
  /** How long arriving mail waited for its 250 meanwhile. */
  arrivals: { count: number; p50: number; p99: number; longest: number }
}

const arrivalsPerSecond = 200
const connections = 4

export async function measureChanges(
  api: MailstopApi,
  team: Team,
  product: MailstopProcess,
): Promise<ChangeTiming[]> {
  const params = { team: String(team.id) }
  const markAll = (read: boolean) => api.call(updateMails, { params, query: {}, body: { read } })
  const results: ChangeTiming[] = []
  async function measure(name: string, change: () => Promise<{ count: number }>): Promise<void> {
    const arriving = startArrivals(team, product)
    const from = performance.now()
    const { count } = await change()
    const seconds = (performance.now() - from) / 1_000
    results.push({ name, seconds, changed: count, arrivals: await arriving.stop() })
    console.log(`${name}: ${count} mails in ${seconds.toFixed(1)} s`)
  }
  await measure('mark all read', () => markAll(true))
  await measure('mark all unread', () => markAll(false))
  let deletion = ''
  await measure('delete all', async () => {
    const done = await api.call(deleteMails, { params, query: {}, body: { flagged: 'include' } })
    deletion = done.deletion
    return done
  })
  await measure('undo delete all', () => api.call(restoreMails, { params, body: { deletion } }))
  await api.call(getCounters, { params })
  return results
}

/** Sends mail at a steady rate until it is stopped. */
function startArrivals(team: Team, { smtpPort }: MailstopProcess) {
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
