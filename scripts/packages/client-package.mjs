// Makes the folder that is published as @mailstop/client: the built client without dependencies.

import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, client } from '../lib/builds.mjs'
import { root } from '../lib/root.mjs'

const source = join(root, 'packages', 'client')
const clientPackage = join(root, 'dist', 'client')

/** @param {string} node a Node 24 @returns {Promise<string>} the folder */
export async function makeClientPackage(node) {
  await build(node, client)
  await rm(clientPackage, { recursive: true, force: true })
  await mkdir(clientPackage, { recursive: true })
  const isPublished = (/** @type {string} */ path) => !path.endsWith('.stamp')
  await cp(join(source, 'dist'), join(clientPackage, 'dist'), {
    recursive: true,
    filter: isPublished,
  })
  await cp(join(source, 'README.md'), join(clientPackage, 'README.md'))
  await cp(join(root, 'LICENSE'), join(clientPackage, 'LICENSE'))
  await writeFile(
    join(clientPackage, 'package.json'),
    `${JSON.stringify(await manifest(), null, 2)}\n`,
  )
  return clientPackage
}

async function manifest() {
  const product = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const { exports: entries } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository } = process.env
  return {
    name: '@mailstop/client',
    version: product.version,
    description: 'Mail for tests and scripts from Mailstop: inboxes, waits, codes and links.',
    keywords: ['email', 'testing', 'playwright', 'cypress', 'vitest', 'jest', 'otp'],
    license: product.license,
    // The provenance of a release has to name the repository that made it.
    ...(host &&
      repository && { repository: { type: 'git', url: `git+${host}/${repository}.git` } }),
    type: 'module',
    // Importing one of these adds matchers or commands.
    sideEffects: ['vitest', 'jest', 'cypress'].flatMap((name) => [
      `./dist/${name}.js`,
      `./dist/${name}.cjs`,
    ]),
    exports: {
      ...Object.fromEntries(Object.entries(entries).map(([entry, path]) => [entry, built(path)])),
      './package.json': './package.json',
    },
    // Resolvers that do not read `exports`.
    main: './dist/index.cjs',
    types: './dist/index.d.cts',
    // The program is named differently from the server's, as both may be installed in one project.
    bin: { 'mailstop-client': 'dist/cli.js' },
    files: ['dist'],
    engines: { node: '>=20.3' },
    peerDependencies: { '@playwright/test': '>=1.40', vitest: '>=3.2' },
    peerDependenciesMeta: { '@playwright/test': { optional: true }, vitest: { optional: true } },
  }
}

/** @param {string} path */
function built(path) {
  const file = path.replace('./src/', './dist/').replace(/[.]ts$/, '')
  return {
    import: { types: `${file}.d.ts`, default: `${file}.js` },
    require: { types: `${file}.d.cts`, default: `${file}.cjs` },
  }
}
