import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { login, listTeams, register, verifyEmail, type Team } from '@mailstop/contract'
import { onTestFinished } from 'vitest'
import { createApiClient, type ApiClient } from '../api-client.ts'

/**
 * The product as a process of its own, which a test can kill. It sees only the variables it is
 * given, and does not outlive the test.
 */
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

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export async function temporaryDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-durability-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Starts it without waiting for anything, for a test that expects it to refuse. `user` is an id of the
 * system's, for a test that has the right to choose one.
 */
export function spawnProduct(env: Record<string, string>, user?: number): ProductProcess {
  const child = spawn(process.execPath, [main], {
    ...(user !== undefined && { uid: user, gid: user }),
    env: { HTTP_PORT: '0', SMTP_PORTS: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const listeners = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (text) => {
      lines.push(text)
      for (const listener of listeners) listener(text)
    })
  }
  const output = () => lines.join('\n')
  // `close` and not `exit`: by then all output has been read.
  const exited = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }))

  function line<T>(find: (line: string) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const listener = (text: string) => {
        const found = find(text)
        if (found === undefined) return
        listeners.delete(listener)
        resolve(found)
      }
      listeners.add(listener)
      for (const text of lines) listener(text)
      exited.then(() => reject(new Error(`Mailstop ended:\n${output()}`)), reject)
    })
  }

  return {
    pid: child.pid as number,
    line,
    output,
    signal: (name) => void child.kill(name),
    exited,
  }
}

/** Starts it and waits until it says that it listens. */
export async function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Product> {
  const product = spawnProduct({ DATA_DIR: dataDir, ...env })
  const [origin, smtpPort] = await Promise.all([
    product.line((text) => /Inbox\s+(http:\S+)/.exec(text)?.[1]),
    product.line((text) => /SMTP\s+\S+:(\d+)/.exec(text)?.[1]),
    product.line((text) => /Data\s+(\S+)/.exec(text)?.[1]),
  ])
  return { ...product, origin, smtpPort: Number(smtpPort) }
}

export type SignedIn = { api: ApiClient; team: Team }

const account = {
  name: 'Ada',
  email: 'ada@example.test',
  password: 'correct horse battery staple',
}

/** Creates the account of a data folder, verified with the link that is printed. */
export async function signUp(product: Product): Promise<SignedIn> {
  const api = createApiClient(product.origin)
  await api.must(register, { body: { ...account, password_confirmation: account.password } })
  const token = await product.line((text) => /\/verify-email\/([\w-]+)/.exec(text)?.[1])
  await api.must(login, { body: { email: account.email, password: account.password } })
  await api.must(verifyEmail, { params: { token } })
  return logIn(product)
}

export async function logIn(product: Product): Promise<SignedIn> {
  const api = createApiClient(product.origin)
  const { email, password } = account
  await api.must(login, { body: { email, password } })
  const { data: teams } = await api.must(listTeams, {})
  return { api, team: teams[0] as Team }
}

/** The most memory the process has held, in MB, as Linux counts it. */
export function peakMemoryMb(product: ProductProcess): number {
  const status = readFileSync(`/proc/${product.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024
}
