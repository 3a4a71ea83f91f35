import { createRandom } from './load/random.ts'
import { percentiles } from './load/percentiles.ts'
import { sampleMails, sendMail, type SampleMail } from './load/sample-mails.ts'
import { openSession, type SmtpSession } from './load/smtp-session.ts'
import { drawTeams } from './simulation/draw.ts'
import type { DrawnAnswer, DrawnJob } from './simulation/drawn-load.ts'

/**
 * The loader of `simulate.ts`, a process of its own. Each connection logs in as a team that is drawn, sends a few mails
 * to one of the servers, ends, and is followed by the next. A refusal is counted; its mail is not sent again.
 */
const ownMails = 50

process.on('disconnect', () => process.exit(1))
process.once('message', (job: DrawnJob) => {
  void run(job).then((answer) => process.send?.(answer, undefined, {}, () => process.exit(0)))
})

async function run(job: DrawnJob): Promise<DrawnAnswer> {
  const { connections, ports, credentials, mailsPerConnection } = job
  const mails = sampleMails(job.seed, connections * ownMails)
  const draw = drawTeams(job.spread, credentials.length, createRandom(job.seed))
  const beganAt = performance.now()
  const until = beganAt + job.longestMs
  const goesOn = () => performance.now() < until && begun < job.mostMails
  const dataMs: number[] = []
  const refusals = new Map<string, number>()
  const teams = new Set<number>()
  let begun = 0
  let opened = 0

  async function sendSome(session: SmtpSession, own: SampleMail[]): Promise<void> {
    for (let sent = 0; sent < mailsPerConnection && goesOn(); sent += 1) {
      begun += 1
      const mail = own[begun % own.length] as SampleMail
      const { sentAt, acceptedAt } = await sendMail(session, mail, begun)
      dataMs.push(acceptedAt - sentAt)
    }
  }

  async function keepSending(own: SampleMail[]): Promise<void> {
    while (goesOn()) {
      const team = draw()
      teams.add(team)
      const port = ports[opened % ports.length] ?? 0
      opened += 1
      let session: SmtpSession | null = null
      try {
        session = await openSession(port, credentials[team] ?? null)
        await sendSome(session, own)
        await session.quit()
      } catch (error) {
        session?.destroy()
        const text = error instanceof Error ? error.message : 'unknown'
        refusals.set(text, (refusals.get(text) ?? 0) + 1)
      }
    }
  }

  await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      keepSending(mails.slice(index * ownMails, (index + 1) * ownMails)),
    ),
  )
  return {
    accepted: dataMs.length,
    mailsPerSecond: (dataMs.length / (performance.now() - beganAt)) * 1_000,
    dataMs: percentiles(dataMs),
    teams: teams.size,
    refusals: [...refusals],
  }
}
