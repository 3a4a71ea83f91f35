// Owns the question whether node_modules is what package-lock.json asks for. npm writes what it
// installed to node_modules/.package-lock.json last of all, so an interrupted or older install shows.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runPhase } from './phase.mjs'
import { machineEnvironment, root } from './root.mjs'

/** Installs the exact packages of package-lock.json unless they are there. Ends the process when npm fails. */
export async function installPackages() {
  if (await packagesAreCurrent()) return
  // npm warns about every package that names a newer Node than the machine's: they run on Node 24.
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund']
  await runPhase('Installing packages', 'npm', args, { cwd: root, env: machineEnvironment() })
}

async function packagesAreCurrent() {
  const [wanted, installed] = await Promise.all([
    lockedPackages('package-lock.json'),
    lockedPackages('node_modules/.package-lock.json'),
  ])
  if (!wanted) throw new Error('package-lock.json is missing: this is not a whole checkout')
  if (!installed) return false
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path]
    if (!found) return !path.startsWith('node_modules/') || entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** @param {string} file @returns {Promise<Record<string, { version?: string, integrity?: string, optional?: boolean }> | undefined>} */
async function lockedPackages(file) {
  try {
    return JSON.parse(await readFile(join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}
