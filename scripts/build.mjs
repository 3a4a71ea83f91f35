// npm run build, and what npm runs before npm start: makes `packages/server/dist` and
// `packages/web/dist` on a machine that has only Node 20.19 or newer and npm. Plain JavaScript
// without packages, because it is what installs them.

import { build, server, webApp } from './lib/builds.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'

await installPackages()
const node = node24()
await build(node, webApp)
await build(node, server)
