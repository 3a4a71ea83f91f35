import { runLoad } from '../load/run-load.ts'
import { readUsage } from '../process-usage.ts'
import { mailstop } from '../targets/mailstop.ts'
import type { CatchingCase } from './catching.ts'

type EmbeddedCase = Pick<CatchingCase, 'connections' | 'warmUpMs' | 'measureMs' | 'seed'>

/** The same load on one process with SQLite. */
export async function runEmbeddedCase({ connections, ...job }: EmbeddedCase) {
  const server = await mailstop.start()
  try {
    const before = readUsage(server.pid)
    const { smtpPort: port, credentials } = server
    const load = await runLoad({ ...job, port, credentials, connections, mode: 'kept-open' })
    const { mailsPerSecond, dataMs, accepted } = load
    const shown = await server.countMails?.()
    if (shown !== accepted) throw new Error(`${accepted} mails accepted, ${shown} shown`)
    const cpuMsPerMail = (readUsage(server.pid).cpuMs - before.cpuMs) / accepted
    return { mailsPerSecond, dataMs, cpuMsPerMail, accepted }
  } finally {
    await server.stop()
  }
}
