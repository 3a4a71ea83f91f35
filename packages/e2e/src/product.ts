import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * The product as a process of its own, with a data folder of its own. Tests know about it only what it
 * prints, as its operator does.
 */
export type Product = {
  readonly url: string
  readonly smtpPort: number
  /** It offers STARTTLS. */
  readonly starttlsPort: number
  /** The port that uses TLS from the first byte. */
  readonly smtpsPort: number
  /** The link that the product printed last for the verification of `email`. */
  verificationLink(email: string): Promise<string>
  /** The last link that resets the password. */
  resetLink(email: string): Promise<string>
  /** The last link of an invitation. */
  inviteLink(email: string): Promise<string>
  /** The sources of the mails that it has sent so far. */
  mails(): Promise<string[]>
  /** Stops the process gracefully and waits for its end. */
  halt(): Promise<void>
  /** Starts it again on the same folder and ports. */
  resume(): Promise<void>
  dispose(): Promise<void>
}

/** The program that users start: `npm run build` makes it. */
const main = resolve(import.meta.dirname, '../../server/dist/main.js')

/** `variables` are added to the environment of every product here; `options` go to `serve`. */
export async function startProduct(
  variables: Record<string, string> = {},
  options: string[] = [],
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-e2e-'))
  const start = (httpPort: number, smtpPorts: [number, number, number]) =>
    launch({ folder, httpPort, smtpPorts, variables, options })
  let running = await start(0, [0, 0, 0])
  const { url, smtpPort, starttlsPort, smtpsPort } = running
  const halt = () => running.stop()
  return {
    url,
    smtpPort,
    starttlsPort,
    smtpsPort,
    verificationLink: (email) => running.linkFor(email, 'verify-email/'),
    resetLink: (email) => running.linkFor(email, 'reset-password/'),
    inviteLink: (email) => running.linkFor(email, 'invite[?]token='),
    async mails() {
      const files = (await readdir(join(folder, 'system-mail'))).filter((file) =>
        file.endsWith('.eml'),
      )
      return Promise.all(files.map((file) => readFile(join(folder, 'system-mail', file), 'utf8')))
    },
    halt,
    async resume() {
      running = await start(Number(new URL(url).port), [smtpPort, starttlsPort, smtpsPort])
    },
    async dispose() {
      await halt()
      await rm(folder, { recursive: true })
    },
  }
}

type Launch = {
  folder: string
  httpPort: number
  smtpPorts: [number, number, number]
  variables: Record<string, string>
  options: string[]
}

async function launch({ folder, httpPort, smtpPorts, variables, options }: Launch) {
  const child = spawn(process.execPath, [main, ...options], {
    env: {
      PATH: process.env['PATH'],
      HTTP_PORT: String(httpPort),
      SMTP_PORTS: String(smtpPorts[0]),
      SMTP_STARTTLS_PORTS: String(smtpPorts[1]),
      SMTPS_PORTS: String(smtpPorts[2]),
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      // All users of a test have the same IP address.
      ACCOUNTS_PER_ADDRESS: '100000',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = readLines(child)
  const inbox = await output.find(/^\s*Inbox\s+(http:\S+)/)
  const smtp = await output.find(/^\s*SMTP\s+\S+?:(\d+)/)
  const starttls = await output.find(/^\s*SMTP\s.*:(\d+) \(STARTTLS\)/)
  const smtps = await output.find(/^\s*SMTP\s.*:(\d+) \(TLS\)/)
  return {
    url: inbox,
    smtpPort: Number(smtp),
    starttlsPort: Number(starttls),
    smtpsPort: Number(smtps),
    async linkFor(email: string, page: string): Promise<string> {
      return output.find(new RegExp(`(http:\\S+/${page}\\S+)`), new RegExp(`for ${email}:$`))
    },
    async stop(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Keeps every line of the process, and waits for lines that are still to come. */
function readLines(child: ChildProcess) {
  if (!child.stdout) throw new Error('the output of the process is not piped')
  const lines: string[] = []
  const news = new EventTarget()
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => {
    lines.push(line)
    news.dispatchEvent(new Event('line'))
  })
  let ended = false
  child.on('exit', () => {
    ended = true
    news.dispatchEvent(new Event('line'))
  })
  return {
    /** The first group of `pattern` in the last line that matches it and directly follows a line with `before`. */
    async find(pattern: RegExp, before?: RegExp): Promise<string> {
      const follows = (at: number) => !before || before.test(lines[at - 1] ?? '')
      for (;;) {
        const found = lines.map((line, at) => (follows(at) ? pattern.exec(line)?.[1] : undefined))
        const match = found.findLast((text) => text !== undefined)
        if (match !== undefined) return match
        if (ended) throw new Error(`the product ended without printing ${pattern.source}`)
        await once(news, 'line')
      }
    },
  }
}
