import { drawTeams } from './load/draw.ts'
import type { LoadAnswer, LoadJob, LoadResult } from './load/load-job.ts'
import { percentiles } from './load/percentiles.ts'
import { createRandom } from './load/random.ts'
import { sampleMails, sendMail, type SampleMail } from './load/sample-mails.ts'
import { openSession, type SmtpSession } from './load/smtp-session.ts'

/**
 * The loader, a process of its own so that it shares no thread with the server or the bench. Takes
 * one job over IPC, answers it and ends; ends at once when its parent is gone.
 */
const ownMails = 200

process.on('disconnect', () => process.exit(1))
process.once('message', (job: LoadJob) => {
  run(job).then(
    (result) => answer({ ok: true, result }),
    (error: Error) => answer({ ok: false, problem: error.message }),
  )
})

function answer(message: LoadAnswer): void {
  process.send?.(message, undefined, {}, () => process.exit(0))
}

async function run(job: LoadJob): Promise<LoadResult> {
  const mails = sampleMails(job.seed, job.connections * ownMails)
  const start = performance.now()
  const measureFrom = start + job.warmUpMs
  const until = measureFrom + job.measureMs
  const cpuAtStart = process.cpuUsage()
  const dataMs: number[] = []
  const wholeMs: number[] = []
  const refusals = new Map<string, number>()
  let begun = 0
  let opened = 0
  let accepted = 0

  const ports = [job.port].flat()
  const credentials = [job.credentials].flat()
  const draw = drawTeams(job.spread ?? 'one', credentials.length, createRandom(job.seed))
  const perConnection = job.mode === 'kept-open' ? Infinity : job.mode === 'per-mail' ? 1 : job.mode

  const goesOn = () => performance.now() < until && begun < (job.mailLimit ?? Infinity)

  /** `own` is touched by this connection alone: a mail is not renumbered while it is being sent. */
  async function sendSome(session: SmtpSession, own: SampleMail[], openedAt: number) {
    for (let sent = 0; sent < perConnection && goesOn(); sent += 1) {
      begun += 1
      const { sentAt, acceptedAt } = await sendMail(
        session,
        own[begun % own.length] as SampleMail,
        begun,
      )
      accepted += 1
      if (acceptedAt < measureFrom || acceptedAt >= until) continue
      dataMs.push(acceptedAt - sentAt)
      wholeMs.push(acceptedAt - openedAt)
    }
  }

  async function keepSending(own: SampleMail[]): Promise<void> {
    while (goesOn()) {
      const port = ports[opened % ports.length] ?? 0
      opened += 1
      const openedAt = performance.now()
      let session: SmtpSession | null = null
      try {
        session = await openSession(port, credentials[draw()] ?? null)
        await sendSome(session, own, openedAt)
        await session.quit()
      } catch (error) {
        session?.destroy()
        if (!job.countsRefusals || !(error instanceof Error)) throw error
        refusals.set(error.message, (refusals.get(error.message) ?? 0) + 1)
      }
    }
  }

  await Promise.all(
    Array.from({ length: job.connections }, (_, index) =>
      keepSending(mails.slice(index * ownMails, (index + 1) * ownMails)),
    ),
  )
  const cpu = process.cpuUsage(cpuAtStart)
  return {
    accepted,
    mailsPerSecond: dataMs.length / (job.measureMs / 1_000),
    dataMs: percentiles(dataMs),
    wholeMs: job.mode === 'per-mail' ? percentiles(wholeMs) : null,
    loaderBusy: (cpu.user + cpu.system) / 1_000 / (performance.now() - start),
    refusals: [...refusals],
  }
}
