import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, removeFolder, startProcess, temporaryFolder } from '../processes.ts'

/** A way to start the product. */
export type Start = { name: string; command: string; args: string[]; cwd: string }

const pauseMs = 2

export async function startFootprint(form: Start, dataDir: string) {
  const { product, smtpPort } = await begin(form, dataDir)
  const origin = await product.line((line) => /Inbox\s+(http:\S+)/.exec(line)?.[1])
  return {
    pid: product.pid,
    origin,
    smtpPort,
    verificationToken: () => product.line((line) => /\/verify-email\/([\w-]+)/.exec(line)?.[1]),
    stop: product.stop,
  }
}

/** Milliseconds from starting it to the first greeting on its SMTP port. */
export async function startMs(form: Start): Promise<number> {
  const dataDir = temporaryFolder()
  const startedAt = performance.now()
  const { product, smtpPort } = await begin(form, dataDir)
  // Rejects when the process has ended.
  const ended = product.line(() => null)
  while (!(await Promise.race([isGreeted(smtpPort), ended]))) await delay(pauseMs)
  const ms = performance.now() - startedAt
  ended.catch(() => {})
  await product.stop()
  removeFolder(dataDir)
  return ms
}

async function begin({ command, args, cwd }: Start, dataDir: string) {
  const [httpPort, smtpPort] = [await freePort(), await freePort()]
  const product = startProcess(
    command,
    args,
    {
      HTTP_PORT: String(httpPort),
      SMTP_PORTS: String(smtpPort),
      SMTP_STARTTLS_PORTS: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    },
    cwd,
  )
  return { product, smtpPort }
}

function isGreeted(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (greeted: boolean) => {
      socket.destroy()
      answer(greeted)
    }
    socket.once('data', (bytes) => end(bytes.toString('latin1').startsWith('220')))
    socket.once('error', () => end(false))
    socket.once('close', () => answer(false))
  })
}
