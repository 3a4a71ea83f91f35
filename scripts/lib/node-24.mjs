// The product runs TypeScript as it is written, which Node does from 24 on without a flag. Machines
// often have an older Node, so the optional packages node-<platform>-<arch> bring the real one along.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The first that runs TypeScript without a flag is 24.0; `crypto.argon2` came with 24.7. */
const required = { major: 24, minor: 7 }

/** The path of a Node that runs the product. Ends the process with advice when there is none. @returns {string} */
export function node24() {
  if (runsTypeScript()) return process.execPath
  const bundled = join(
    root,
    'node_modules',
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (existsSync(bundled)) return bundled
  console.error(
    `Mailstop runs on Node 24.7 or newer. This machine has ${process.version}, and npm installed no Node 24 for ` +
      `${process.platform} ${process.arch}.\nInstall Node 24 from https://nodejs.org, then run the command again.`,
  )
  process.exit(1)
}

function runsTypeScript() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const features = /** @type {{ typescript?: false | string }} */ (process.features)
  const isNewEnough =
    major > required.major || (major === required.major && minor >= required.minor)
  return isNewEnough && Boolean(features.typescript)
}
