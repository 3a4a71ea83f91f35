// Owns long-running children: how signals reach them and how they end.
//
// A child gets its own process group, because Ctrl-C signals every process of the terminal's group:
// it would hear the keypress directly, once more from here, and take the second for impatience.

import { spawn } from 'node:child_process'

/** npm passes on the signal that the terminal has already sent here: within this time it is the same one. */
const sameSignalMs = 1_000

/**
 * Starts Node with this terminal's output and stops it with this process.
 *
 * @param {string} node
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, onLine?: (line: string) => void }} [options]
 *   `onLine` receives the output instead of the terminal
 * @returns {{ stop: (signal: NodeJS.Signals) => void, ended: Promise<number> }}
 */
export function startNode(node, args, { onLine, ...options } = {}) {
  const output = onLine ? 'pipe' : 'inherit'
  const preload = new URL('stop-with-parent.mjs', import.meta.url).href
  const child = spawn(node, ['--import', preload, ...args], {
    ...options,
    detached: process.platform !== 'win32',
    stdio: [onLine ? 'ignore' : 'inherit', output, output, 'ipc'],
  })
  if (onLine) {
    for (const stream of [child.stdout, child.stderr]) if (stream) eachLine(stream, onLine)
  }
  return {
    stop: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => {
      child.on('error', (error) => {
        console.error(error.message)
        resolve(127)
      })
      child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
    }),
  }
}

/** Calls `stop` once for each signal that a person meant. @param {(signal: NodeJS.Signals) => void} stop */
export function onStopSignal(stop) {
  let heardAt = -Infinity
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (performance.now() - heardAt < sameSignalMs) return
      heardAt = performance.now()
      stop(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
}

/** @param {NodeJS.ReadableStream} stream @param {(line: string) => void} onLine */
function eachLine(stream, onLine) {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (/** @type {string} */ text) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
  stream.on('end', () => {
    if (rest) onLine(rest)
  })
}
