import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Every process and folder that a bench makes. Whatever way the bench ends, by itself, by an error
 * or by Ctrl-C, none of them outlives it.
 */
const children = new Set<ChildProcess>()
const folders = new Set<string>()
const stopMs = 10_000

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(130))
}

export function endWithBench(child: ChildProcess): void {
  children.add(child)
  child.once('exit', () => children.delete(child))
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailstop-bench-'))
  folders.add(folder)
  return folder
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  folders.delete(folder)
}

export type RunningProcess = {
  pid: number
  /** Resolves with the first line of output, past or coming, that `find` makes something of. */
  line<T>(find: (line: string) => T | undefined | null): Promise<T>
  stop(): Promise<void>
}

export function startProcess(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  cwd?: string,
): RunningProcess {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithBench(child)
  const ended = once(child, 'exit')
  const lines: string[] = []
  const listeners = new Set<(line: string) => void>()
  for (const output of [child.stdout, child.stderr]) {
    createInterface(output).on('line', (text) => {
      lines.push(text)
      for (const listener of listeners) listener(text)
    })
  }

  function line<T>(find: (line: string) => T | undefined | null): Promise<T> {
    return new Promise((resolve, reject) => {
      const listener = (text: string) => {
        const found = find(text)
        if (found === undefined || found === null) return
        listeners.delete(listener)
        resolve(found)
      }
      listeners.add(listener)
      for (const text of lines) listener(text)
      ended.then(
        () => reject(new Error(`${command} ${args.join(' ')} ended:\n${lines.join('\n')}`)),
        reject,
      )
    })
  }

  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
    await ended
    clearTimeout(timer)
  }

  return { pid: child.pid ?? 0, line, stop }
}

/** Finds a port that is free now, and not given out again at once, for programs that cannot pick one. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
