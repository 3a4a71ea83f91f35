// npm run pack:npm, pack:client and build:deb: makes the folder that `npm publish` publishes, or the Debian package of this
// machine's architecture.

import { relative } from 'node:path'
import { makeClientPackage } from './packages/client-package.mjs'
import { installTools, tools } from './lib/debian-packages.mjs'
import { makeDebianPackage } from './packages/debian-package.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { makeNpmPackage } from './packages/npm-package.mjs'
import { root } from './lib/root.mjs'

const makers = { npm: makeNpmPackage, client: makeClientPackage, deb: makeDebianPackage }

const kind = /** @type {keyof typeof makers} */ (process.argv[2])
await installPackages()
if (kind === 'deb') await installTools([tools.debianPackageTools])
console.log(`The package is ${relative(root, await makers[kind](node24()))}`)
