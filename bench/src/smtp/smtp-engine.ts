import { fileURLToPath } from 'node:url'
import { startProcess } from '../processes.ts'
import type { Target } from '../targets/target.ts'

const program = fileURLToPath(
  new URL('../../../packages/server/test/smtp-load/engine-process.ts', import.meta.url),
)
/** A bench sends a million commands without a mail, which no real client does. */
const limits = { linesPerMail: Number.MAX_SAFE_INTEGER }

/** Mailstop's SMTP engine with nothing behind it. */
export const smtpEngine: Target = {
  name: 'Mailstop engine',
  keeps: 'nowhere',

  async start() {
    const nodeOptions = process.env.MAILSTOP_NODE_OPTIONS?.split(' ') ?? []
    const args = [...nodeOptions, program, JSON.stringify(limits)]
    const child = startProcess(process.execPath, args)
    const smtpPort = await child.line((line) => /"port":(\d+)/.exec(line)?.[1])
    return {
      pid: child.pid,
      smtpPort: Number(smtpPort),
      credentials: { username: 'load', password: 'load' },
      countMails: null,
      stop: () => child.stop(),
    }
  },
}
