// npm run pack:client: makes the folder dist/client, which `npm publish dist/client` publishes.

import { relative } from 'node:path'
import { makeClientPackage } from './lib/client-package.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { root } from './lib/root.mjs'

await installPackages()
console.log(`The package of the client is in ${relative(root, await makeClientPackage(node24()))}`)
