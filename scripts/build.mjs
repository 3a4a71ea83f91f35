// npm run build, and what npm runs before npm start: makes `packages/server/dist` and
// `packages/web/dist` on a machine that has only Node 20.19 or newer and npm. Plain JavaScript
// without packages, because it is what installs them.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, server, webApp } from './lib/builds.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { root } from './lib/root.mjs'

await installPackages()
const node = node24()
await build(node, webApp)
await build(node, server)

// A shell that waited beside the server would keep signals from it: the script `start` replaces it by
// `exec`, a word that the shell of Windows does not have.
if (process.platform === 'win32') {
  await writeFile(join(root, 'node_modules', '.bin', 'exec.cmd'), '@%*\r\n')
}
