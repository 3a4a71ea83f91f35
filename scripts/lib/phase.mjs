import { run } from './run.mjs'
import { seconds } from './seconds.mjs'

/**
 * Shows one line per phase of work with its seconds, counting up on a terminal, so that a slow phase does not look
 * stuck.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function phase(title, work) {
  const started = performance.now()
  const line = () => `${title} ... ${seconds(performance.now() - started)}`
  const ticker = process.stdout.isTTY
    ? setInterval(() => process.stdout.write(`\r${line()}`), 1_000)
    : undefined
  process.stdout.write(process.stdout.isTTY ? `${title} ...` : `${title} ...\n`)
  try {
    return await work()
  } finally {
    clearInterval(ticker)
    process.stdout.write(process.stdout.isTTY ? `\r${line()}\n` : `${line()}\n`)
  }
}

/**
 * Runs a command as a phase, and ends this process with what it said when it fails.
 *
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export async function runPhase(title, command, args, options) {
  const { code, output } = await phase(title, () => run(command, args, options))
  if (code === 0) return
  console.error(`\n${title} failed:\n\n${command} ${args.join(' ')}\n${output}`)
  process.exit(1)
}
