// Makes the folder that is published as the npm package, and that the image and the Debian package
// contain: the built server, the built web app and a program that starts them, without dependencies.

import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build, server, webApp } from '../lib/builds.mjs'
import { root } from '../lib/root.mjs'
import { thirdPartyNotices } from './third-party-notices.mjs'

const npmPackage = join(root, 'dist', 'npm')

/** @param {string} node a Node 24 @param {object} [more] fields of its package.json @returns {Promise<string>} the folder */
export async function makeNpmPackage(node, more = {}) {
  await build(node, webApp)
  await build(node, server)
  await rm(npmPackage, { recursive: true, force: true })
  await mkdir(join(npmPackage, 'bin'), { recursive: true })
  await Promise.all([
    copy('packages/server/dist', 'server'),
    copy('packages/web/dist', 'web'),
    copy('deploy/npm/mailstop.cjs', 'bin/mailstop.cjs'),
    copy('deploy/npm/README.md', 'README.md'),
    copy('LICENSE', 'LICENSE'),
    copy('CHANGELOG.md', 'CHANGELOG.md'),
    write('THIRD-PARTY-NOTICES.txt', await thirdPartyNotices()),
    write('package.json', `${JSON.stringify({ ...(await manifest()), ...more }, null, 2)}\n`),
  ])
  return npmPackage
}

/** Without what is of use in this checkout alone. @param {string} from @param {string} to */
async function copy(from, to) {
  const source = join(root, from)
  const filter = (/** @type {string} */ path) =>
    !/(^|[\\/])[.]|[.]map$|licenses[.](json|txt)$|^compiled$/.test(relative(source, path))
  await cp(source, join(npmPackage, to), { recursive: true, filter })
}

/** @param {string} name @param {string} text */
function write(name, text) {
  return writeFile(join(npmPackage, name), text)
}

async function manifest() {
  const product = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository } = process.env
  return {
    name: product.name,
    version: product.version,
    description: product.description,
    keywords: ['smtp', 'email', 'mail', 'testing', 'development', 'inbox', 'catcher'],
    license: product.license,
    // The provenance of a release has to name the repository that made it.
    ...(host &&
      repository && { repository: { type: 'git', url: `git+${host}/${repository}.git` } }),
    type: 'module',
    bin: { mailstop: 'bin/mailstop.cjs' },
    files: ['bin', 'server', 'web', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES.txt'],
    engines: { node: '>=24.7' },
  }
}
