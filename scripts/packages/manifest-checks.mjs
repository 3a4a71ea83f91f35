// What reads the files of deploy/: small Go programs on the types of Kubernetes and of compose, built
// when they are needed, and the names of the settings of the server.

import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installTools, tools } from '../lib/debian-packages.mjs'
import { node24 } from '../lib/node-24.mjs'
import { runPhase } from '../lib/phase.mjs'
import { root } from '../lib/root.mjs'

const folder = join(root, 'node_modules', '.cache', 'go', 'bin')

/** The path of the program. Ends the process when it cannot be built. @param {'kubernetes' | 'compose'} name */
export async function manifestReader(name) {
  await installTools([tools.go])
  await mkdir(folder, { recursive: true })
  const path = join(folder, `read-${name}`)
  const options = { cwd: join(root, 'scripts', 'manifests') }
  const args = ['build', '-o', path, `./${name}`]
  await runPhase(`Building the reader of ${name} manifests`, 'go', args, options)
  return path
}

/**
 * Returns the settings that the server reads, each also with `_FILE`. @returns {Promise<(name: string) => boolean>}
 */
export async function settingNames() {
  const file = join(root, 'packages', 'server', 'src', 'config', 'config-variables.ts')
  const program = `import { configVariables } from ${JSON.stringify(file)}
    console.log(JSON.stringify(Object.keys(configVariables)))`
  const { stdout } = await promisify(execFile)(node24(), ['--input-type=module', '-e', program])
  /** @type {string[]} */
  const names = JSON.parse(stdout)
  return (name) => names.includes(name) || names.includes(name.replace(/_FILE$/, ''))
}
