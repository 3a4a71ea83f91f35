// Debian's Postfix for tests: unpacked into a folder of this user's cache and not installed, so that no mail server
// starts and none that stands there is replaced.

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installTools } from './debian-packages.mjs'
import { runPhase } from './phase.mjs'
import { run } from './run.mjs'

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mailstop-tests')

/** Installs the libraries that it needs where they are missing. Returns the folder that stands for `/`. */
export async function unpackedPostfix() {
  const folder = join(cache, 'postfix')
  if (!existsSync(folder)) await unpack(folder)
  const libraries = join(folder, 'usr/lib/postfix')
  const find = async () => {
    const env = { ...process.env, LD_LIBRARY_PATH: libraries }
    const programs = ['smtp', 'smtpd', 'cleanup'].map((name) => join(libraries, 'sbin', name))
    const { output } = await run('ldd', programs, { env })
    return output.includes('not found') ? undefined : folder
  }
  const { stdout } = await run('cat', [join(folder, 'depends')])
  const debian = stdout.match(/lib[\w.+-]+/g) ?? []
  const sasl = { name: 'SASL with PLAIN', find: plain, debian: ['libsasl2-modules'] }
  await installTools([{ name: 'the libraries of Postfix', find, debian }, sasl])
  return folder
}

const plain = async () => (await run('sh', ['-c', 'ls /usr/lib/*/sasl2/libplain.so'])).stdout

/** @param {string} folder */
async function unpack(folder) {
  await mkdir(cache, { recursive: true })
  const making = await mkdtemp(join(cache, 'making-'))
  await runPhase('Downloading Postfix', 'apt-get', ['download', 'postfix'], { cwd: making })
  const [file = ''] = await readdir(making)
  const script = `dpkg-deb -x '${file}' . && dpkg-deb -f '${file}' Depends >depends && rm '${file}'`
  await runPhase('Unpacking Postfix', 'sh', ['-c', script], { cwd: making })
  // Renames it in one step: another run may be waiting for it.
  await rename(making, folder).catch(() => rm(making, { recursive: true }))
}
