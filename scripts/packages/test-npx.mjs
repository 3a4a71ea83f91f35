// npm run test:npx: the npm package as its users get it. It is packed, its list of files is checked, and a
// registry on this machine serves it to a real `npx` with an empty cache in an empty folder.

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { installPackages } from '../lib/install-packages.mjs'
import { node24 } from '../lib/node-24.mjs'
import { cleanEnvironment, npm, npxCommand } from '../lib/npm.mjs'
import { makeNpmPackage } from './npm-package.mjs'
import { startProcess } from '../lib/programs/processes.mjs'
import { createReport } from '../lib/report.mjs'
import { root } from '../lib/root.mjs'
import { run } from '../lib/run.mjs'
import { freePort, startTestRegistry } from './test-registry.mjs'
import { useMailstop } from '../lib/programs/use-mailstop.mjs'

const mostBytes = 12 * 2 ** 20

await installPackages()
const node = node24()
const folder = await mkdtemp(join(tmpdir(), 'mailstop-npx-'))
const report = createReport()
const registry = await startTestRegistry(node, join(folder, 'registry'), 'mailstop')
try {
  const tarball = await pack()
  await publish(tarball)
  await catchTheFirstMail()
  await runOnOtherNodes()
  await installFromTheClone()
} finally {
  await registry.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
report.say('Not shown: the package in the public registry, with its provenance.')
process.exitCode = report.end()

async function pack() {
  const source = await makeNpmPackage(node)
  const packed = await npm(['pack', '--json', source], { cwd: folder })
  const [{ filename, files, size, unpackedSize }] = JSON.parse(packed.stdout)
  /** @type {string[]} */
  const paths = files.map((/** @type {{ path: string }} */ { path }) => path)
  const wanted = [
    'bin/mailstop.cjs',
    'server/main.js',
    'web/index.html',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'THIRD-PARTY-NOTICES.txt',
    'package.json',
  ]
  const missing = wanted.filter((path) => !paths.includes(path))
  report.check(`It has ${wanted.join(', ')}`, missing.length === 0, missing.join())
  const strays = paths.filter((path) =>
    /[.]test[.]|[.]spec[.]|[.]tsx?$|[.]map$|[.]stamp$/.test(path),
  )
  report.check('It has no tests, no sources and no source maps', strays.length === 0, strays.join())
  report.check(
    `Its ${paths.length} files have ${mib(unpackedSize)}, packed ${mib(size)}; at most ${mib(mostBytes)}`,
    unpackedSize <= mostBytes,
  )
  const { dependencies = {} } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  report.check('It depends on no other package', Object.keys(dependencies).length === 0)
  const notices = await readFile(join(source, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  const named = ['fastify', 'react', 'zod', '@fontsource-variable/inter']
  const unnamed = named.filter((name) => !notices.includes(`\n${name} `))
  report.check('Its notices name what it contains', unnamed.length === 0, unnamed.join())
  return join(folder, filename)
}

/** @param {string} tarball */
async function publish(tarball) {
  const userConfig = join(folder, 'npmrc')
  // npm wants some token before it publishes; this registry asks for none.
  await writeFile(userConfig, `//${new URL(registry.url).host}/:_authToken=none\n`)
  const args = ['publish', tarball, '--registry', registry.url, '--userconfig', userConfig]
  const published = await npm(args, { cwd: folder })
  report.check('npm publishes it', published.code === 0, published.output)
}

async function catchTheFirstMail() {
  const empty = join(folder, 'empty')
  await mkdir(empty)
  const [httpPort, smtpPort] = [await freePort(), await freePort()]
  const options = ['--open', '--port', String(httpPort), '--smtp', String(smtpPort)]
  const [program, ...words] = npxCommand()
  const began = performance.now()
  const env = environment(dirname(node))
  const npx = startProcess(program, [...words, '--yes', 'mailstop', ...options], {
    cwd: empty,
    env,
  })
  const origin = `http://localhost:${httpPort}`
  await npx.line(/Inbox\s+http/)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  report.check(`npx mailstop ${options.join(' ')} serves after ${seconds} s`, true)

  const used = await useMailstop(node, 'send-one-openly', origin, String(smtpPort))
  report.check(
    'The first mail is sent without a login, and the inbox has its bytes',
    used.code === 0 && isKept(used.stdout),
    used.output,
  )
  const made = await readdir(empty)
  report.check('The folder has mailstop-data alone', made.join() === 'mailstop-data', made.join())
  // npx ends by the signal itself, once what it started has ended.
  await npx.stop('SIGINT')
  const stopped = npx.output().includes('finishing what is under way')
  report.check('It stops in order by an interrupt', stopped, npx.output())
  const gone = await fetch(origin).then(
    () => false,
    () => true,
  )
  report.check('Nothing listens afterwards', gone)
}

/** @param {string} line */
function isKept(line) {
  const { sent, kept } = JSON.parse(line)
  return kept.length === 1 && kept[0] === sent
}

async function runOnOtherNodes() {
  const old = await npx('-p', 'node@20', '-p', 'mailstop', 'mailstop', '--open')
  const sentence = old.output.split('\n').filter((line) => line.startsWith('Mailstop needs'))
  report.check(
    `Node 20 is refused: ${sentence[0]}`,
    old.code === 1 && sentence.length === 1,
    old.output,
  )
  const advice = /^ {2}npx (.* --open)$/m.exec(old.output)?.[1]?.split(' ') ?? []
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const followed = await npx(...advice, '--version')
  report.check(
    `That advice works: npx ${advice.join(' ')} --version says ${followed.stdout.trim()}`,
    advice.length > 0 && followed.code === 0 && followed.stdout.includes(version),
    followed.output,
  )
}

/** Until there is a release, on the Node of this machine, however old. */
async function installFromTheClone() {
  const env = cleanEnvironment()
  const prefix = join(folder, 'prefix')
  const installed = await npm(['run', 'install:here', '--', '--prefix', prefix], { cwd: root, env })
  report.check('npm run install:here installs it', installed.code === 0, installed.output)
  const program = join(prefix, process.platform === 'win32' ? 'mailstop.cmd' : 'bin/mailstop')
  const { stdout: version } = await run('node', ['--version'], { env })
  const [httpPort, smtpPort] = [String(await freePort()), String(await freePort())]
  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "private": true }')
  const options = ['--open', '--port', httpPort, '--smtp', smtpPort]
  const server = startProcess(program, options, { cwd: project, env })
  await server.line(/Inbox\s+http/)
  report.check(`It runs where Node is ${version.trim()}`, true)
  const origin = `http://localhost:${httpPort}`
  const used = await useMailstop(node, 'send-one-openly', origin, smtpPort)
  report.check('It catches mail', used.code === 0 && isKept(used.stdout), used.output)
  const tarball = join(root, 'dist', 'mailstop-client.tgz')
  const added = await npm(['install', '--save-dev', tarball], { cwd: project, env })
  report.check('A project installs the client from the clone', added.code === 0, added.output)
  const [npx, ...words] = npxCommand()
  const asked = await run(npx, [...words, '--no', '@mailstop/client', 'latest'], {
    cwd: project,
    env: { ...env, MAILSTOP_URL: origin },
  })
  report.check('Its program asks the server', asked.code === 0, asked.output)
  const code = await server.stop('SIGINT')
  report.check(`It stops in order, with code ${code}`, code === 0, server.output())
}

/** Runs on the Node of this machine. @param {string[]} args */
function npx(...args) {
  const [program, ...words] = npxCommand()
  return run(program, [...words, '--yes', ...args], { cwd: folder, env: environment() })
}

/** An empty cache, and the registry of the test. @param {string} [firstFolder] the first of PATH */
function environment(firstFolder) {
  const { PATH, ...others } = cleanEnvironment()
  return {
    ...others,
    PATH: firstFolder ? `${firstFolder}${delimiter}${PATH}` : PATH,
    npm_config_cache: join(folder, 'cache'),
    npm_config_registry: registry.url,
    npm_config_update_notifier: 'false',
  }
}

/** @param {number} bytes */
function mib(bytes) {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}
