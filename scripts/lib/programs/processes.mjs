// Owns programs that a test of a package starts and stops: their output, and their end.

import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

const usualMs = 120_000
/** More than Mailstop takes to stop. */
const longestStopMs = 45_000

/** @typedef {ReturnType<typeof startProcess>} RunningProcess */

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, longestMs?: number }} [options]
 */
export function startProcess(program, args, { longestMs = usualMs, ...options } = {}) {
  // A group of its own, so that a signal reaches all of it, as Ctrl-C does on a terminal.
  const detached = process.platform !== 'win32'
  const child = spawn(program, args, { ...options, detached, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  /** @type {number | null | undefined} */
  let code
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  /** @type {Promise<number | null>} null: it ended by a signal */
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve((code = 127))
    })
    child.on('close', (exitCode) => resolve((code = exitCode)))
  })

  /**
   * Waits until the question has an answer that counts, asking ten times a second. Fails when the
   * process ends before, and after `longestMs`.
   *
   * @template T
   * @param {() => Promise<T> | T} ask an error counts as no answer
   */
  async function until(ask) {
    for (const end = performance.now() + longestMs; performance.now() < end; await wait(100)) {
      if (code !== undefined) throw new Error(`${program} ended with ${code}:\n${output}`)
      const answer = await Promise.resolve()
        .then(ask)
        .catch(() => undefined)
      if (answer) return answer
    }
    throw new Error(`${program} did not get there:\n${output}`)
  }

  return {
    pid: child.pid,
    until,
    ended,
    output: () => output,
    /** Waits for a match in what it prints. @param {RegExp} pattern */
    line: (pattern) => until(() => pattern.exec(output)),
    /**
     * Signals the process and those that it started. What has not ended in time is killed.
     *
     * @param {NodeJS.Signals} [signal]
     */
    async stop(signal = 'SIGTERM') {
      signalAll(signal)
      const kill = setTimeout(() => signalAll('SIGKILL'), longestStopMs)
      return ended.finally(() => clearTimeout(kill))
    },
  }

  /** @param {NodeJS.Signals} signal */
  function signalAll(signal) {
    if (code !== undefined || child.pid === undefined) return
    if (detached) process.kill(-child.pid, signal)
    else child.kill(signal)
  }
}
