// Builds the web app, the server and the client, each only when something that goes into it has changed: the
// hash of its inputs is kept beside the result.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { runPhase } from './phase.mjs'
import { root } from './root.mjs'

const common = ['packages/contract/src', 'tsconfig.base.json', 'package.json', 'package-lock.json']
const ignored = /^(dist|node_modules)$|[.]test[.]tsx?$/

/** @typedef {{ title: string, package: string, inputs: string[], args: string[] }} Build */

/** @type {Build} */
export const webApp = {
  title: 'Building the web app',
  package: 'packages/web',
  inputs: ['packages/web', ...common],
  args: [join(root, 'node_modules/vite/bin/vite.js'), 'build'],
}

/** @type {Build} */
export const server = {
  title: 'Building the server',
  package: 'packages/server',
  inputs: [
    'packages/server/src',
    'packages/server/build',
    'packages/server/rolldown.config.ts',
    ...common,
  ],
  args: [join(root, 'node_modules/rolldown/bin/cli.mjs'), '-c', '--logLevel', 'warn'],
}

/** @type {Build} */
export const client = {
  title: 'Building the client',
  package: 'packages/client',
  inputs: [
    'packages/client/src',
    'packages/client/build',
    'packages/client/rolldown.config.ts',
    'packages/client/tsconfig.json',
    'packages/client/tsconfig.declarations.json',
    ...common,
  ],
  args: [join(root, 'node_modules/rolldown/bin/cli.mjs'), '-c', '--logLevel', 'warn'],
}

/** Ends the process when the build fails. @param {string} node a Node 24 @param {Build} what */
export async function build(node, what) {
  const folder = join(root, what.package)
  const stamp = join(folder, 'dist', '.stamp')
  const hash = await hashOf(what.inputs)
  const built = existsSync(stamp) ? await readFile(stamp, 'utf8') : undefined
  if (built === hash) return
  await rm(stamp, { force: true })
  await runPhase(what.title, node, what.args, { cwd: folder })
  await writeFile(stamp, hash)
}

/** @param {string[]} inputs */
async function hashOf(inputs) {
  const hash = createHash('sha256')
  for (const input of inputs) {
    for (const file of await filesUnder(join(root, input))) {
      hash.update(`${relative(root, file)}\0`).update(await readFile(file))
    }
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {Promise<string[]>} the file itself, or every file below a folder, in a stable order */
async function filesUnder(path) {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined)
  if (!entries) return [path]
  const kept = entries
    .filter((entry) => !ignored.test(entry.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const nested = await Promise.all(
    kept.map(async (entry) => {
      const child = join(path, entry.name)
      return entry.isDirectory() ? filesUnder(child) : [child]
    }),
  )
  return nested.flat()
}
