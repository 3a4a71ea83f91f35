// Stand-ins for the two base images that deploy/Dockerfile names, for a machine that cannot pull images.
// They are made of Debian's packages and of the Node and npm of this checkout, and have the names that
// the Dockerfile says, so that it is built as it is. They are for tests and never published.

import { cp, mkdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npmFolder } from '../lib/npm.mjs'
import { phase } from '../lib/phase.mjs'
import { root } from '../lib/root.mjs'
import { run } from '../lib/run.mjs'

const cache = join(root, 'node_modules', '.cache', 'image')

/**
 * @param {(...args: string[]) => Promise<string>} buildah runs it, and returns what it prints
 * @param {string} node a Node 24
 * @param {string} folder for files on the way
 * @returns {Promise<{ debianBytes: number }>}
 */
export async function makeStandInImages(buildah, node, folder) {
  const archive = await debianArchive()
  const debian = (await buildah('from', 'scratch')).trim()
  await buildah('add', debian, archive, '/')
  await buildah('config', '--cmd', '/bin/bash', debian)
  await buildah('commit', '--format=docker', debian, 'debian:bookworm-slim')

  const files = join(folder, 'node')
  await addNode(node, files)
  await buildah('add', debian, files, '/')
  // npm inside the build needs the certificates of this machine's network.
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  if (existsSync(certificates)) {
    await buildah('add', debian, certificates, certificates)
    await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, debian)
  }
  await buildah('commit', '--format=docker', debian, 'node:24-bookworm-slim')
  await buildah('rm', debian)
  return { debianBytes: (await stat(archive)).size }
}

/** Debian's smallest set of packages, kept for the next run. */
async function debianArchive() {
  const archive = join(cache, 'debian-bookworm.tar')
  if (existsSync(archive)) return archive
  await mkdir(cache, { recursive: true })
  const unfinished = join(cache, 'unfinished.tar')
  const { code, output } = await phase('Making a Debian of packages', () =>
    run('mmdebstrap', ['--variant=minbase', 'bookworm', unfinished]),
  )
  if (code !== 0) throw new Error(`mmdebstrap failed:\n${output}`)
  await rename(unfinished, archive)
  return archive
}

/** @param {string} node @param {string} files */
async function addNode(node, files) {
  await rm(files, { recursive: true, force: true })
  const bin = join(files, 'usr', 'local', 'bin')
  const npm = join(files, 'usr', 'local', 'lib', 'node_modules', 'npm')
  await mkdir(bin, { recursive: true })
  await cp(node, join(bin, 'node'), { dereference: true })
  await cp(await npmFolder(), npm, { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(bin, 'npm'))
  await writeFile(join(dirname(bin), 'stand-in'), 'This image stands in for another.\n')
}
