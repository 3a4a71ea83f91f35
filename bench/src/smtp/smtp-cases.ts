import type { LoadJob, LoadResult } from '../load/load-job.ts'
import { runLoad } from '../load/run-load.ts'
import { readUsage } from '../process-usage.ts'
import type { Target } from '../targets/target.ts'

/** One way to load a server, and the number that it is about. */
export type SmtpCase = {
  title: string
  job: Pick<LoadJob, 'mode' | 'connections' | 'startTls' | 'pipelining'>
  unit: 'commands/s' | 'mails/s' | 'p99 ms'
}

export type SmtpResult = LoadResult & {
  target: string
  title: string
  round: number
  value: number
  cpuMsPerMail: number
  peakRssMb: number
}

export const smtpCases = (connections: number): SmtpCase[] => [
  { title: 'commands', job: { mode: 'commands', connections }, unit: 'commands/s' },
  { title: 'kept open', job: { mode: 'kept-open', connections }, unit: 'mails/s' },
  {
    title: 'kept open, pipelining',
    job: { mode: 'kept-open', connections, pipelining: true },
    unit: 'mails/s',
  },
  { title: 'one per mail', job: { mode: 'per-mail', connections }, unit: 'mails/s' },
  {
    title: 'kept open, STARTTLS',
    job: { mode: 'kept-open', connections, startTls: true },
    unit: 'mails/s',
  },
  {
    title: 'one per mail, STARTTLS',
    job: { mode: 'per-mail', connections, startTls: true },
    unit: 'mails/s',
  },
  { title: 'connect to 250, idle', job: { mode: 'per-mail', connections: 1 }, unit: 'p99 ms' },
]

/** A fresh server each time, so that no result depends on what ran before it. */
export async function runSmtpCase(
  target: Target,
  { title, job, unit }: SmtpCase,
  options: { round: number; warmUpMs: number; measureMs: number },
): Promise<SmtpResult> {
  const { round, ...times } = options
  const server = await target.start()
  try {
    const before = readUsage(server.pid)
    const { smtpPort: port, credentials } = server
    const load = await runLoad({ port, credentials, seed: round, ...job, ...times })
    const after = readUsage(server.pid)
    return {
      ...load,
      target: target.name,
      title,
      round,
      value: unit === 'p99 ms' ? (load.wholeMs?.p99 ?? Number.NaN) : load.mailsPerSecond,
      cpuMsPerMail: (after.cpuMs - before.cpuMs) / load.accepted,
      peakRssMb: after.peakRssMb,
    }
  } finally {
    await server.stop()
  }
}
