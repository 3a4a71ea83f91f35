// npm run build:deb: makes the Debian package of this machine's architecture in dist/deb.

import { relative } from 'node:path'
import { installTools, tools } from './lib/debian-packages.mjs'
import { makeDebianPackage } from './lib/debian-package.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { root } from './lib/root.mjs'

await installPackages()
await installTools([tools.debianPackageTools])
console.log(`The Debian package is ${relative(root, await makeDebianPackage(node24()))}`)
