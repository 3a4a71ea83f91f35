import { realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { machineEnvironment } from './root.mjs'
import { run } from './run.mjs'

// npm itself where `npm run` says it is: Windows cannot start "npm" as a program.
const cli = process.env.npm_execpath

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv }} Options */

/** @param {string[]} args @param {Options} [options] */
export function npm(args, options = {}) {
  const env = options.env ?? cleanEnvironment()
  return cli
    ? run(process.execPath, [cli, ...args], { ...options, env })
    : run('npm', args, { ...options, env })
}

/** The words that start npx. @returns {[string, ...string[]]} */
export function npxCommand() {
  return cli ? [process.execPath, join(dirname(cli), 'npx-cli.js')] : ['npx']
}

/** Where the npm of this machine is installed. */
export async function npmFolder() {
  const program = cli ?? (await run('sh', ['-c', 'command -v npm'])).stdout.trim()
  return resolve(dirname(await realpath(program)), '..')
}

/** The environment of a terminal: without what `npm run` adds, and without this checkout's commands. */
export function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(machineEnvironment()).filter(([name]) => !/^npm_/i.test(name)),
  )
}
