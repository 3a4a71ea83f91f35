// npm run install:here: installs the program `mailstop` for this machine from this clone, and packs @mailstop/client for
// projects beside it, until both are in the registry. `-- --prefix <folder>` installs it elsewhere.

import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { cleanEnvironment, npm } from './lib/npm.mjs'
import { root } from './lib/root.mjs'
import { run, runOnTerminal } from './lib/run.mjs'
import { makeClientPackage } from './packages/client-package.mjs'
import { makeNpmPackage } from './packages/npm-package.mjs'

const { values } = parseArgs({ options: { prefix: { type: 'string' } } })
const env = cleanEnvironment()
// npm says where it installs what is for the whole machine: this script may run on another Node than npm.
const usual = process.env.npm_config_global_prefix
const prefix = resolve(values.prefix ?? usual ?? dirname(dirname(process.execPath)))
requireWritable(prefix)
await installPackages()
const node = node24()
const program = await pack(await makeNpmPackage(node, await nodeToBring()), 'mailstop.tgz')
const client = await pack(await makeClientPackage(node), 'mailstop-client.tgz')
const quiet = ['--loglevel=error', '--no-audit', '--no-fund']
const code = await runOnTerminal(
  'npm',
  ['install', '--global', '--prefix', prefix, ...quiet, program],
  {
    env,
  },
)
if (code !== 0) process.exit(code)

const bin = process.platform === 'win32' ? prefix : join(prefix, 'bin')
const isFound = (env.PATH ?? '').split(delimiter).some((folder) => resolve(folder || '.') === bin)
console.log(`Installed ${join(bin, 'mailstop')}. In any folder, which then holds the mail:
  ${isFound ? 'mailstop' : join(bin, 'mailstop')} --open
For the tests of a project, in its folder:
  npm install --save-dev ${client}`)

/** @param {string} folder */
function requireWritable(folder) {
  let existing = join(folder, 'lib', 'node_modules')
  while (!existsSync(existing)) existing = dirname(existing)
  try {
    accessSync(existing, constants.W_OK)
  } catch {
    console.error(
      `This user may not write to ${existing}. Choose a folder of your own:\n  npm run install:here -- --prefix ~/.local`,
    )
    process.exit(1)
  }
}

/** What the package depends on where the machine's Node is too old for it. */
async function nodeToBring() {
  const { stdout } = await run('node', ['--print', 'process.versions.node'], { env })
  const [major = 0, minor = 0] = stdout.trim().split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 7)) return {}
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const { optionalDependencies, engines } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const version = optionalDependencies[name]
  return version === undefined ? {} : { engines, dependencies: { [name]: version } }
}

/** @param {string} source a folder @param {string} name @returns {Promise<string>} the file */
async function pack(source, name) {
  const folder = join(root, 'dist')
  const { code, stdout, output } = await npm(['pack', '--json', source], { cwd: folder })
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`)
  const [{ filename }] = JSON.parse(stdout)
  await rename(join(folder, filename), join(folder, name))
  return join(folder, name)
}
