import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createOutputLines } from '../support/output-lines.ts'

/** The product as a process of its own, which can be killed. It sees only the variables it is given. */
export type ProductProcess = {
  pid: number
  /** Resolves with what `find` makes of the first line of output, past or coming, that it wants. */
  line<T>(find: (line: string) => T | undefined): Promise<T>
  /** All output so far. */
  output(): string
  signal(name: NodeJS.Signals): void
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export type Product = ProductProcess & { origin: string; smtpPort: number }

/** What `npm run build server` makes of the sources. Tests of the server build it before they begin. */
export const builtProgram = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

type SpawnOptions = {
  /** A command that gets the product's as its arguments. */
  under?: string[]
  /** The program and its arguments. */
  program?: string[]
  /** An id of the system's, where the test has the right to choose one. */
  user?: number | undefined
  /** The command and its options; without any it serves. */
  words?: string[]
}

/** Starts it without waiting for anything. */
export function spawnChild(
  env: Record<string, string>,
  { under = [], program = [builtProgram], user, words = [] }: SpawnOptions = {},
): ProductProcess {
  const [first, ...others] = under
  const child = spawn(
    first ?? process.execPath,
    first ? [...others, process.execPath, ...program, ...words] : [...program, ...words],
    {
      ...(user !== undefined && { uid: user, gid: user }),
      env: { HTTP_PORT: '0', SMTP_PORTS: '0', LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const output = createOutputLines()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', output.add)
  }
  // `close` and not `exit`: by then all output has been read.
  const exited = once(child, 'close').then(([code, signal]) => {
    process.off('exit', kill)
    return { code: code as number | null, signal: signal as NodeJS.Signals | null }
  })

  const ended = exited.then(() => {
    throw new Error(`Mailstop ended:\n${output.text()}`)
  })
  ended.catch(() => {})

  return {
    pid: child.pid as number,
    line: (find) => Promise.race([output.find(find), ended]),
    output: output.text,
    signal: (name) => void child.kill(name),
    exited,
  }
}

/** Resolves when the process says that it listens; rejects when it ends before. */
export async function listening(product: ProductProcess): Promise<Product> {
  const [origin, smtpPort] = await Promise.all([
    product.line((text) => /Inbox\s+(http:\S+)/.exec(text)?.[1]),
    product.line((text) => /SMTP\s+\S+:(\d+)/.exec(text)?.[1]),
    product.line((text) => /Data\s+(\S+)/.exec(text)?.[1]),
  ])
  return { ...product, origin, smtpPort: Number(smtpPort) }
}

/** The most memory the process has held, in MB, as Linux counts it. */
export function peakMemoryMb(product: ProductProcess): number {
  return statusMb(product, 'VmHWM')
}

/** The memory that the process holds now, in MB. */
export function residentMemoryMb(product: ProductProcess): number {
  return statusMb(product, 'VmRSS')
}

function statusMb({ pid }: ProductProcess, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024
}
