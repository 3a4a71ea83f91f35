// Makes the Debian package: what the npm package contains, the Node that runs it, a unit of systemd and
// a file of settings. By dpkg-deb alone, from the files in deploy/deb.

import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { makeNpmPackage } from './npm-package.mjs'
import { root } from '../lib/root.mjs'
import { run } from '../lib/run.mjs'

const architectures = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64' })
const source = join(root, 'deploy', 'deb')

/**
 * @param {string} node a Node 24
 * @param {{ revision?: string, change?: (product: string) => Promise<void> }} [next] for tests of an upgrade: what to change in the folder of the product
 * @returns {Promise<string>} the file
 */
export async function makeDebianPackage(node, { revision = '1', change } = {}) {
  const product = await makeNpmPackage(node)
  await change?.(product)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const architecture = architectures[process.arch]
  if (!architecture) throw new Error(`There is no Debian package for ${process.arch}`)
  const name = `mailstop_${version}-${revision}_${architecture}`
  const tree = join(root, 'dist', 'deb', name)
  await rm(tree, { recursive: true, force: true })
  await addFiles(tree, product, node)
  await addDocuments(tree, `${version}-${revision}`)
  await addControl(tree, { version: `${version}-${revision}`, architecture })

  const file = `${tree}.deb`
  await must('dpkg-deb', ['--root-owner-group', '-Zxz', '-z3', '--build', tree, file])
  await rm(tree, { recursive: true })
  return file
}

/** @param {string} tree @param {string} product @param {string} node */
async function addFiles(tree, product, node) {
  const library = join(tree, 'usr', 'lib', 'mailstop')
  for (const folder of ['bin', 'server', 'web']) {
    await cp(join(product, folder), join(library, folder), { recursive: true })
  }
  await cp(join(product, 'package.json'), join(library, 'package.json'))
  // Run by the Node beside it, and not by any other.
  const program = await readFile(join(product, 'bin', 'mailstop.cjs'), 'utf8')
  await put(tree, 'usr/lib/mailstop/bin/mailstop.cjs', program.replace(/^#!.*\n/, ''))
  await cp(node, join(library, 'node'), { dereference: true })
  // Only people who debug Node need its symbols.
  await must('strip', ['--strip-unneeded', join(library, 'node')])
  await put(tree, 'usr/bin/mailstop', await readFile(join(source, 'mailstop.sh'), 'utf8'), 0o755)
  const unit = await readFile(join(root, 'deploy', 'systemd', 'mailstop.service'), 'utf8')
  await put(tree, 'lib/systemd/system/mailstop.service', unit)
  await put(
    tree,
    'etc/mailstop/mailstop.env',
    await readFile(join(source, 'mailstop.env'), 'utf8'),
    0o640,
  )
  await must('chmod', ['-R', 'u=rwX,go=rX', join(tree, 'usr'), join(tree, 'lib')])
  await chmod(join(library, 'node'), 0o755)
}

/** @param {string} tree @param {string} version */
async function addDocuments(tree, version) {
  const folder = 'usr/share/doc/mailstop'
  for (const name of [
    'configuration.md',
    'operating.md',
    'sign-in.md',
    'fleet.md',
    'command-line.md',
    'search.md',
  ]) {
    await put(tree, `${folder}/${name}`, await readFile(join(root, 'docs', name), 'utf8'))
  }
  await put(tree, `${folder}/README.md`, await readFile(join(source, 'README.md'), 'utf8'))
  const license = await readFile(join(root, 'LICENSE'), 'utf8')
  const notices = await readFile(join(root, 'dist', 'npm', 'THIRD-PARTY-NOTICES.txt'))
  await put(tree, `${folder}/THIRD-PARTY-NOTICES.txt.gz`, gzipSync(notices, { level: 9 }))
  const others = 'THIRD-PARTY-NOTICES.txt.gz has the licences of the packages that it contains.'
  await put(tree, `${folder}/copyright`, `Mailstop\n\n${license}\n${others}\n`)
  const changes = `mailstop (${version}) stable; urgency=medium\n\n  * See the releases of Mailstop.\n\n -- ${maintainer()}  ${rfc2822()}\n`
  await put(tree, `${folder}/changelog.Debian.gz`, gzipSync(changes, { level: 9 }))
  const changelog = await readFile(join(root, 'CHANGELOG.md'))
  await put(tree, `${folder}/changelog.gz`, gzipSync(changelog, { level: 9 }))
  const overrides = await readFile(join(source, 'lintian-overrides'), 'utf8')
  await put(tree, 'usr/share/lintian/overrides/mailstop', overrides)
}

/** @param {string} tree @param {{ version: string, architecture: string }} package_ */
async function addControl(tree, { version, architecture }) {
  const { stdout } = await run('du', ['-sk', '--apparent-size', tree])
  await put(
    tree,
    'DEBIAN/control',
    [
      'Package: mailstop',
      `Version: ${version}`,
      `Architecture: ${architecture}`,
      'Section: mail',
      'Priority: optional',
      `Maintainer: ${maintainer()}`,
      `Installed-Size: ${Number.parseInt(stdout, 10)}`,
      // Libraries that the release of Node is linked with.
      'Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 10), init-system-helpers (>= 1.54)',
      'Description: inbox in which development teams catch the mail of their apps',
      ' Apps send to it by SMTP: nothing that they send leaves, and everything shows',
      ' up, live, in an inbox that the whole team shares in the browser.',
      '',
    ].join('\n'),
  )
  await put(tree, 'DEBIAN/conffiles', '/etc/mailstop/mailstop.env\n')
  for (const script of ['postinst', 'prerm', 'postrm']) {
    await put(tree, `DEBIAN/${script}`, await readFile(join(source, script), 'utf8'), 0o755)
  }
  const sums = await run('sh', ['-c', 'find usr lib -type f -print0 | sort -z | xargs -0 md5sum'], {
    cwd: tree,
  })
  await put(tree, 'DEBIAN/md5sums', sums.stdout)
}

/** The owner of the repository that releases it, unless the environment names another. */
function maintainer() {
  const { DEB_MAINTAINER, GITHUB_REPOSITORY_OWNER: owner = 'mailstop' } = process.env
  return DEB_MAINTAINER ?? `${owner} <${owner}@users.noreply.github.com>`
}

function rfc2822() {
  return new Date().toUTCString().replace('GMT', '+0000')
}

/** @param {string} tree @param {string} path @param {string | Uint8Array} content @param {number} [mode] */
async function put(tree, path, content, mode = 0o644) {
  const file = join(tree, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  await chmod(file, mode)
  for (let folder = dirname(file); folder !== tree; folder = dirname(folder)) {
    await chmod(folder, 0o755)
  }
}

/** @param {string} program @param {string[]} args */
async function must(program, args) {
  const { code, output } = await run(program, args)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`)
}
