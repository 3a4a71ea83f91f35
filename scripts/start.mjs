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

// Compiled code kept from the last start: it serves sooner, and each thread needs less memory.
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), ...process.env }
const main = join(root, 'packages/server/src/main.ts')
const server = startNode(node, [main, ...process.argv.slice(2)], { env })
onStopSignal(server.stop)
process.exit(await server.ended)
