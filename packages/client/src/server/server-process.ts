import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Command } from './find-program.ts'

/** The end of what it printed is kept, for the error of a failed start. */
const mostOutput = 16_384
/** A server that does not end by itself is killed. */
const longestEnd = 10_000

/** Every program needs these variables of a test's environment. The rest is the app's: its DATABASE_URL is not Mailstop's. */
const ofEveryProgram =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_.*|TZ|SystemRoot|ComSpec|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|npm_config_.*)$/i

/** A server that ends when this process does, however that ends: by then nobody holds its standard input open. */
export function startProcess([program, ...words]: Command, env: Record<string, string>) {
  const inherited = Object.entries(process.env).filter(([name]) => ofEveryProgram.test(name))
  const child = spawn(program, words, {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C is for the runner, which then stops the server.
    detached: process.platform !== 'win32',
    shell: program.endsWith('.cmd'),
    windowsHide: true,
  })
  let output = ''
  let heard = () => {}
  let end: string | undefined
  const add = (text: string) => {
    output = (output + text).slice(-mostOutput)
    heard()
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', add)
  // A server that has ended closes it, and needs no word of the end any more.
  child.stdin.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    const note = (how: string) => {
      end ??= how
      heard()
      resolve()
    }
    child.once('error', ({ message }) => note(`cannot be started: ${message}`))
    // By then all of its output has been read.
    child.once('close', (code, signal) => note(`ended with ${signal ?? code}`))
  })

  return {
    output: () => output,
    /** Resolves with the match, or with why there is none. */
    async match(pattern: RegExp, within: number): Promise<RegExpExecArray | string> {
      const late = AbortSignal.timeout(within)
      const waited = once(late, 'abort')
      for (;;) {
        const found = pattern.exec(output)
        if (found) return found
        if (end !== undefined) return end
        if (late.aborted) return `did not start within ${within / 1_000} s`
        const wakes = new Promise<void>((resolve) => (heard = resolve))
        await Promise.race([wakes, waited])
      }
    },
    /** Lets this process end while the server runs. */
    release(): void {
      child.unref()
      for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket).unref()
    },
    async stop(): Promise<void> {
      for (const each of [child, child.stdout as Socket, child.stderr as Socket]) each.ref()
      const kill = setTimeout(() => killAll(child.pid), longestEnd)
      child.stdin.end()
      await ended
      clearTimeout(kill)
    },
  }
}

/** The program may have started the server as a process of its own, as npx does. */
function killAll(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended at this moment.
  }
}
