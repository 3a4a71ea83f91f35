// npm run test:deb: builds the Debian package, has lintian and systemd look at it, and installs, upgrades,
// removes and purges it in a Debian of its own folder, where it also catches mail. As root.

import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { installTools, tools } from '../lib/debian-packages.mjs'
import { makeDebianPackage } from './debian-package.mjs'
import { installPackages } from '../lib/install-packages.mjs'
import { makeNextBuild } from './next-build.mjs'
import { node24 } from '../lib/node-24.mjs'
import { phase } from '../lib/phase.mjs'
import { createReport } from '../lib/report.mjs'
import { run } from '../lib/run.mjs'
import { upgradeBelowService } from './upgrade-below-a-service.mjs'

const mostExposure = 2.4

if (process.getuid?.() !== 0) {
  console.error(
    'test:deb installs the package in a Debian of its own: run it as root, on Debian or Ubuntu.',
  )
  process.exit(1)
}
await installPackages()
await installTools([tools.debianPackageTools, tools.debianPackageChecks])
const node = node24()
const report = createReport()
const folder = await mkdtemp(join(tmpdir(), 'mailstop-deb-'))
const debian = join(folder, 'debian')
try {
  const first = await phase('Building the package', () => makeDebianPackage(node))
  await inspect(first)
  await makeDebian()
  await install(first)
  const next = { revision: '2', change: makeNextBuild }
  const second = await phase('Building its next version', () => makeDebianPackage(node, next))
  await upgradeBelowService({ debian, node, report, upgrade: () => upgrade(second) })
  await removeAndPurge()
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
report.say('Not shown: a booted systemd, which would start the unit; the architecture arm64.')
process.exitCode = report.end()

/** @param {string} file */
async function inspect(file) {
  const lintian = await phase('Running lintian', () => run('lintian', ['--allow-root', file]))
  const errors = lintian.output.split('\n').filter((line) => line.startsWith('E:'))
  report.check(
    'lintian finds no error',
    lintian.code !== 127 && errors.length === 0,
    errors.join('\n'),
  )
}

/** Makes the folders of a small Debian. Services are not started there. */
async function makeDebian() {
  const args = ['--variant=minbase', '--include=init-system-helpers,systemd', 'bookworm', debian]
  const made = await phase('Making a Debian for it', () => run('mmdebstrap', args))
  if (made.code !== 0) throw new Error(`mmdebstrap failed:\n${made.output}`)
  const policy = join(debian, 'usr', 'sbin', 'policy-rc.d')
  await writeFile(policy, '#!/bin/sh\nexit 101\n')
  await chmod(policy, 0o755)
}

/** @param {string} file */
async function install(file) {
  const installed = await dpkg('--install', file)
  report.check('It installs', installed.code === 0, installed.output)
  const version = await inside('mailstop', '--version')
  report.check(
    `mailstop --version says ${version.stdout.trim()}`,
    version.code === 0,
    version.output,
  )
  const unit = '/lib/systemd/system/mailstop.service'
  const verified = await inside('systemd-analyze', 'verify', unit)
  report.check('systemd-analyze verify accepts the unit', verified.code === 0, verified.output)
  const security = await inside('systemd-analyze', 'security', '--offline=yes', unit)
  const exposure = Number(/exposure level.*: ([\d.]+)/.exec(security.output)?.[1] ?? Number.NaN)
  report.check(
    `Its exposure is ${exposure} of 10; at most ${mostExposure}`,
    exposure <= mostExposure,
    security.output,
  )
  const wanted = join(debian, 'etc/systemd/system/multi-user.target.wants/mailstop.service')
  const linked = await run('readlink', [wanted])
  report.check('It is enabled', linked.code === 0, linked.output)
  const settings = await inside('stat', '--format=%a', '/etc/mailstop/mailstop.env')
  report.check(
    'Its settings can be read by root alone',
    settings.stdout.trim() === '640',
    settings.output,
  )
}

/** @param {string} file */
async function upgrade(file) {
  const settings = join(debian, 'etc/mailstop/mailstop.env')
  await writeFile(settings, `${await readFile(settings, 'utf8')}REGISTRATION=invite\n`)
  const upgraded = await dpkg('--install', file)
  report.check('It upgrades', upgraded.code === 0, upgraded.output)
  const kept = await readFile(settings, 'utf8')
  report.check('The upgrade keeps the settings', kept.includes('REGISTRATION=invite'))
  report.check('The upgrade keeps the mail', existsSync(join(debian, 'var/lib/mailstop')))
}

async function removeAndPurge() {
  const removed = await dpkg('--remove', 'mailstop')
  report.check('It is removed', removed.code === 0, removed.output)
  report.check(
    'Settings and mail are kept',
    existsSync(join(debian, 'etc/mailstop/mailstop.env')) &&
      existsSync(join(debian, 'var/lib/mailstop')),
  )
  report.check('Its program is gone', !existsSync(join(debian, 'usr/lib/mailstop')))
  const purged = await dpkg('--purge', 'mailstop')
  report.check('It is purged', purged.code === 0, purged.output)
  const left = await inside('find', '/', '-xdev', '-name', '*mailstop*', '-not', '-path', '/proc/*')
  report.check('Nothing of it is left', left.stdout.trim() === '', left.stdout)
}

/** @param {string} action @param {string} what a file of this machine, or a name */
async function dpkg(action, what) {
  if (action !== '--install') return inside('dpkg', action, what)
  await mkdir(join(debian, 'tmp'), { recursive: true })
  const copy = join('/tmp', basename(what))
  await run('cp', [what, join(debian, copy)])
  const done = await inside('dpkg', action, copy)
  await rm(join(debian, copy))
  return done
}

/** @param {...string} words */
function inside(...words) {
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    DEBIAN_FRONTEND: 'noninteractive',
    LC_ALL: 'C',
  }
  return run('chroot', [debian, ...words], { env })
}
