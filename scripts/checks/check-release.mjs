// node scripts/checks/check-release.mjs v1.2.3: fails unless package.json and CHANGELOG.md are of this version.
// Prints what the changelog says of it.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../lib/root.mjs'

const [tag = ''] = process.argv.slice(2)
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
const changes = changelog
  .split(/^## /m)
  .find((section) => section.split(/[\s,]/, 1)[0] === version)
  ?.split('\n')
  .slice(1)
  .join('\n')
  .trim()

if (tag !== `v${version}`) {
  console.error(`The tag is ${tag || 'missing'}, and package.json has the version ${version}.`)
  process.exit(1)
}
if (!changes) {
  console.error(`CHANGELOG.md has no section "## ${version}" with text.`)
  process.exit(1)
}
console.log(changes)
