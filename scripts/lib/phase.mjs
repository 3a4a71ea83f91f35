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
