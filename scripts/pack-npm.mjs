// npm run pack:npm: makes the folder dist/npm, which `npm publish dist/npm` publishes.

import { relative } from 'node:path'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { makeNpmPackage } from './lib/npm-package.mjs'
import { root } from './lib/root.mjs'

await installPackages()
console.log(`The npm package is in ${relative(root, await makeNpmPackage(node24()))}`)
