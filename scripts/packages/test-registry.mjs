// A registry of npm packages on this machine, for the packages of a test. All other packages come
// through it from the registry that npm uses.

import { mkdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { npm } from '../lib/npm.mjs'
import { phase } from '../lib/phase.mjs'
import { startProcess } from '../lib/programs/processes.mjs'
import { root } from '../lib/root.mjs'

const verdaccio = 'verdaccio@6.10.4'
const home = join(root, 'node_modules', '.cache', verdaccio)

/**
 * @param {string} node a Node 24
 * @param {string} folder an empty one, for its files
 * @param {string} own the name of the package that only this registry has
 */
export async function startTestRegistry(node, folder, own) {
  await installVerdaccio()
  const { stdout } = await npm(['config', 'get', 'registry'])
  const url = `http://127.0.0.1:${await freePort()}/`
  const config = {
    storage: join(folder, 'packages'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    uplinks: { npm: { url: stdout.trim(), timeout: '60s' } },
    packages: {
      [own]: { access: '$all', publish: '$all' },
      '**': { access: '$all', proxy: 'npm' },
    },
    log: { type: 'stdout', format: 'json', level: 'http' },
  }
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'config.yaml')
  // JSON is YAML.
  await writeFile(file, JSON.stringify(config))
  const program = join(home, 'node_modules', 'verdaccio', 'bin', 'verdaccio')
  const server = startProcess(node, [program, '--config', file, '--listen', url], { cwd: folder })
  await server.until(async () => (await fetch(`${url}-/ping`)).ok)
  return { url, stop: server.stop }
}

async function installVerdaccio() {
  if (existsSync(join(home, 'node_modules', '.package-lock.json'))) return
  await mkdir(home, { recursive: true })
  // One of its packages asks for a tag of node-fetch that not every registry has.
  const overrides = { 'node-fetch': '2.7.0' }
  await writeFile(join(home, 'package.json'), JSON.stringify({ overrides }))
  const installed = await phase(`Installing ${verdaccio}`, () =>
    npm(['install', '--no-save', '--no-audit', '--no-fund', verdaccio], { cwd: home }),
  )
  if (installed.code === 0) return
  console.error(`\nnpm install ${verdaccio} failed:\n\n${installed.output}`)
  process.exit(1)
}

/** @returns {Promise<number>} a port of loopback on which nothing listens */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}
