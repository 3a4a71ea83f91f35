// Builds the web app only when something that goes into it has changed: the hash of its inputs is
// kept beside the result.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { phase } from './phase.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

const web = join(root, 'packages', 'web')
const stamp = join(web, 'dist', '.stamp')
const inputs = ['packages/web', 'packages/contract/src', 'tsconfig.base.json', 'package-lock.json']
const ignored = /^(dist|node_modules)$|[.]test[.]tsx?$/

/** Ends the process when the build fails. @param {string} node a Node 24 */
export async function buildWeb(node) {
  const hash = await hashInputs()
  const built = existsSync(stamp) ? await readFile(stamp, 'utf8') : undefined
  if (built === hash) return
  await rm(stamp, { force: true })
  const result = await phase('Building the web app', () =>
    run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: web }),
  )
  if (result.code !== 0) {
    console.error(`\nvite build failed:\n\n${result.output}`)
    process.exit(1)
  }
  await writeFile(stamp, hash)
}

async function hashInputs() {
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
