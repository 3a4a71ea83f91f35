import { spawn } from 'node:child_process'

/**
 * Runs a command to its end with no stdin and its output collected.
 * Never rejects: a command that cannot be started returns code 127 and the reason as its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, stdout: string, output: string, ms: number }>}
 */
export function run(command, args, options = {}) {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    const done = (/** @type {number} */ code) =>
      resolve({ code, stdout, output, ms: performance.now() - started })
    child.on('error', (error) => {
      output += `${error.message}\n`
      done(127)
    })
    child.on('close', (code) => done(code ?? 1))
  })
}

/** Runs a command to its end on this terminal. @param {string} command @param {string[]} args @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options] @returns {Promise<number>} */
export function runOnTerminal(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}
