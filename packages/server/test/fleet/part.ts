import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createOutputLines } from '../support/output-lines.ts'

/**
 * A program of the fleet under a supervisor, as systemd is: whenever it ends it is started again after two
 * seconds, as `RestartSec` of its unit says. It ends with the test, however that ends.
 */
export type Part = {
  name: string
  /** Resolves when it serves for the first time. */
  ready: Promise<void>
  isReady(): Promise<boolean>
  /** Sends a signal to its first process alone. */
  signal(name: NodeJS.Signals): void
  /** Sends a signal to all of its processes. */
  signalAll(name: NodeJS.Signals): void
  /** Starts it with other variables from the next start on. */
  change(launch: Partial<Launch>): void
  /** What `find` makes of the first line, past or coming, that it wants. */
  line<T>(find: (line: string) => T | undefined): Promise<T>
  /** Ends it for good. */
  end(): Promise<void>
}

export type Launch = {
  command: string
  args: string[]
  env?: Record<string, string>
  cwd?: string
  /** The user of Debian as whom it runs; it must not be root for Postgres and PgBouncer. */
  user?: string | undefined
  /** The group of its processes, by which the test finds their packets. */
  group?: number | undefined
}

type PartOptions = { name: string; folder: string; launch: Launch; isReady: () => Promise<boolean> }

const restartMs = 2_000
const readyMs = 90_000
/** Keeps the first lines, which name links and ports. */
const mostLines = 1_000

export function startPart({ name, folder, launch, isReady }: PartOptions): Part {
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
  const output = createOutputLines(mostLines)
  let current = launch
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  function start(): void {
    const { command, args, env = {}, cwd = folder, user, group } = current
    const identity = [
      // The last process of a killed test takes the parts with it.
      '--pdeathsig=KILL',
      ...(user === undefined ? [] : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']),
      ...(group === undefined ? [] : [`--regid=${group}`, '--clear-groups']),
    ]
    child = spawn('setpriv', [...identity, command, ...args], {
      cwd,
      // oxlint-disable-next-line no-process-env -- programs are found by PATH alone
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    log.write(`-- started ${new Date().toISOString()}\n`)
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface(stream).on('line', (line) => {
        log.write(`${line}\n`)
        output.add(line)
      })
    }
    child.once('exit', (code, signal) => {
      log.write(`-- ended with ${code ?? signal} ${new Date().toISOString()}\n`)
      child = null
      if (!isOver) timer = setTimeout(start, restartMs)
    })
  }

  const stopNow = () => void child?.kill('SIGKILL')
  process.once('exit', stopNow)
  start()
  return {
    name,
    isReady,
    ready: untilReady(),
    signal: (signal) => void child?.kill(signal),
    signalAll(signal) {
      const pids = child?.pid === undefined ? [] : withDescendants(child.pid)
      for (const pid of pids) send(pid, signal)
    },
    change: (changed) => (current = { ...current, ...changed }),
    line: output.find,
    async end() {
      isOver = true
      clearTimeout(timer)
      const ending = child
      if (ending === null) return
      const pids = ending.pid === undefined ? [] : withDescendants(ending.pid)
      const exited = once(ending, 'exit')
      // One that is stopped takes no other signal, and its children are no business of the system's.
      for (const pid of pids) send(pid, 'SIGKILL')
      await exited
      process.off('exit', stopNow)
    },
  }

  async function untilReady(): Promise<void> {
    const until = performance.now() + readyMs
    while (!(await isReady())) {
      if (performance.now() > until) throw new Error(`${name} does not serve: see ${name}.log`)
      await new Promise((next) => setTimeout(next, 100))
    }
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

/** The process and all that it started. The parent comes first, so that a stopped one starts no more. */
function withDescendants(pid: number): number[] {
  const parents = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const parent = parentOf(entry)
    if (parent !== null) parents.set(parent, [...(parents.get(parent) ?? []), Number(entry)])
  }
  const found = [pid]
  for (const each of found) found.push(...(parents.get(each) ?? []))
  return found
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
