import type { LoadAnswer, LoadJob, LoadResult } from './load/load-job.ts'
import { percentiles } from './load/percentiles.ts'
import { sampleMails, sendMail, type SampleMail } from './load/sample-mails.ts'
import { openSession, type SmtpSession } from './load/smtp-session.ts'

/**
 * The loader, a process of its own so that it shares no thread with the server or the bench. Takes
 * one job over IPC, answers it and ends; ends at once when its parent is gone.
 */
const mailsPerConnection = 200

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
  const mails = sampleMails(job.seed, job.connections * mailsPerConnection)
  const start = performance.now()
  const measureFrom = start + job.warmUpMs
  const until = measureFrom + job.measureMs
  const cpuAtStart = process.cpuUsage()
  const dataMs: number[] = []
  const wholeMs: number[] = []
  let begun = 0
  let accepted = 0

  const ports = [job.port].flat()
  const credentials = [job.credentials].flat()
  const open = (connection: number) =>
    openSession(
      ports[connection % ports.length] ?? 0,
      credentials[connection % credentials.length] ?? null,
      { startTls: job.startTls ?? false },
    )

  async function command(session: SmtpSession): Promise<void> {
    const sentAt = performance.now()
    await session.exchange('NOOP\r\n', '250')
    count(sentAt, performance.now())
  }

  async function send(session: SmtpSession, mail: SampleMail, connectedAt?: number): Promise<void> {
    const { sentAt, acceptedAt } = await sendMail(session, mail, begun, job)
    if (!count(sentAt, acceptedAt) || connectedAt === undefined) return
    wholeMs.push(acceptedAt - connectedAt)
  }

  /** False when it falls outside the time that is measured. */
  function count(sentAt: number, acceptedAt: number): boolean {
    accepted += 1
    if (acceptedAt < measureFrom || acceptedAt >= until) return false
    dataMs.push(acceptedAt - sentAt)
    return true
  }

  const goesOn = () => performance.now() < until && begun < (job.mailLimit ?? Infinity)

  /** `own` is touched by this connection alone: a mail is not renumbered while it is being sent. */
  async function keepSending(own: SampleMail[], connection: number): Promise<void> {
    const session = job.mode === 'per-mail' ? null : await open(connection)
    while (goesOn()) {
      const mail = own[begun % own.length] as SampleMail
      begun += 1
      if (session && job.mode === 'commands') await command(session)
      else if (session) await send(session, mail)
      else {
        const connectedAt = performance.now()
        const single = await open(connection)
        await send(single, mail, connectedAt)
        await single.quit()
      }
    }
    await session?.quit()
  }

  await Promise.all(
    Array.from({ length: job.connections }, (_, index) =>
      keepSending(mails.slice(index * mailsPerConnection, (index + 1) * mailsPerConnection), index),
    ),
  )
  const cpu = process.cpuUsage(cpuAtStart)
  return {
    accepted,
    mailsPerSecond: dataMs.length / (job.measureMs / 1_000),
    dataMs: percentiles(dataMs),
    wholeMs: job.mode === 'per-mail' ? percentiles(wholeMs) : null,
    loaderBusy: (cpu.user + cpu.system) / 1_000 / (performance.now() - start),
  }
}
