// npm start: brings the product up on a machine that has only Node 20.19 or newer and npm.
// Plain JavaScript without packages, because it is what installs them.

import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { join } from 'node:path'
import { root } from './lib/root.mjs'
import { onStopSignal, startNode } from './lib/supervise.mjs'
import { buildWeb } from './lib/web-build.mjs'

await installPackages()
const node = node24()
await buildWeb(node)

const server = startNode(node, [
  join(root, 'packages/server/src/main.ts'),
  ...process.argv.slice(2),
])
onStopSignal(server.stop)
process.exit(await server.ended)
