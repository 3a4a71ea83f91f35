// The product runs TypeScript as it is written, which Node does from 24 on without a flag. Machines
// often have an older Node, so the optional packages node-<platform>-<arch> bring the real one along.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const required = 24

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
    `Mailstop runs on Node ${required}. This machine has ${process.version}, and npm installed no Node ${required} for ` +
      `${process.platform} ${process.arch}.\nInstall Node ${required} from https://nodejs.org, then run the command again.`,
  )
  process.exit(1)
}

function runsTypeScript() {
  const major = Number(process.versions.node.split('.')[0])
  const features = /** @type {{ typescript?: false | string }} */ (process.features)
  return major >= required && Boolean(features.typescript)
}
