// npm run test:docs: what the README says about a start from a clone, pasted in its order into a fresh clone on the
// Node of this machine. What a block says of ports is left to the environment, since others may use the usual ones.
// Commits are cloned: what is not committed is not tried.

import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blockOf } from '../lib/document-blocks.mjs'
import { installPackages } from '../lib/install-packages.mjs'
import { node24 } from '../lib/node-24.mjs'
import { cleanEnvironment } from '../lib/npm.mjs'
import { startProcess } from '../lib/programs/processes.mjs'
import { createReport } from '../lib/report.mjs'
import { root } from '../lib/root.mjs'
import { run } from '../lib/run.mjs'
import { freePort } from './test-registry.mjs'
import { useMailstop } from '../lib/programs/use-mailstop.mjs'

/** A fresh clone installs its packages first. */
const longestMs = 15 * 60_000

await installPackages()
const report = createReport()
const folder = await mkdtemp(join(tmpdir(), 'mailstop-docs-'))
const clone = join(folder, 'mailstop')
const smtpPort = await freePort()
const env = {
  ...cleanEnvironment(),
  HTTP_PORT: String(await freePort()),
  SMTP_PORTS: String(smtpPort),
  LOG_LEVEL: 'warn',
}
const { stdout: version } = await paste('node --version', folder)
report.say(`The machine has Node ${version.trim()}`)
try {
  await openInbox()
  await firstAccount()
  await accounts()
  await demo()
  await openAgain()
  await publicUrl()
  await client()
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
report.say('Not shown: npx (npm run test:npx), the image (npm run test:image).')
process.exitCode = report.end()

/** A block of the README. @param {string} beginning */
function block(beginning) {
  return blockOf('README.md', beginning)
}

/** Runs it to its end. @param {string} text @param {string} [cwd] */
function paste(text, cwd = clone) {
  return run('bash', ['--norc', '-c', text], { cwd, env })
}

/** Serves until `use` is done with it, and is then stopped by Ctrl-C. Returns what it printed. @param {string} text */
async function serve(text, { cwd = clone, until = /Data +\S/, use = async () => {} } = {}) {
  const server = startProcess('bash', ['--norc', '-c', text], { cwd, env, longestMs })
  try {
    await server.line(until)
    await use()
  } finally {
    await server.stop('SIGINT')
  }
  const output = server.output()
  const isStopped = output.includes('finishing what is under way')
  report.check(`${text}: Ctrl-C stops it in order`, isStopped, output)
  return output
}

/** @param {string} output @param {string} name */
function folderOf(output, name) {
  return output.includes(`Data    ${join(clone, 'data', name)}\n`)
}

async function openInbox() {
  const text = block('git clone').replace('<this repository>', root)
  const output = await serve(text, { cwd: folder, use: () => sendOpenly() })
  report.check(`${block('git clone')} serves`, folderOf(output, 'open'), output)
}

async function sendOpenly() {
  const origin = `http://localhost:${env.HTTP_PORT}`
  const used = await useMailstop(node24(), 'send-one-openly', origin, String(smtpPort))
  report.check('A mail without a login is caught', used.code === 0, used.output)
}

async function firstAccount() {
  const text = block('npm start -- accounts')
  const made = await paste(`echo 'a long password' | ${text}`)
  const isMade = made.code === 0 && made.output.includes('log in: npm start\n')
  report.check(`${text} makes an account of the open inbox`, isMade, made.output)
}

async function accounts() {
  const text = block('npm start\n')
  const output = await serve(text, {
    async use() {
      const users = await paste('npm start --silent -- users list')
      const isOperator = /^you@example\.com .* operator /m.test(users.stdout)
      report.check('That account is there, and operates the server', isOperator, users.output)
      const second = await paste(text)
      const isSaid = second.code !== 0 && /in use|is taken by another process/.test(second.output)
      report.check(`A second ${text} says that the first one runs`, isSaid, second.output)
    },
  })
  report.check(`${text} serves the account`, folderOf(output, 'accounts'), output)
}

async function demo() {
  const text = block('npm start -- --demo')
  const options = { until: /Demo .*password \S/ }
  const output = await serve(text, options)
  report.check(`${text} serves the same folder`, folderOf(output, 'accounts'), output)
  const without = await serve('npm start')
  report.check('Without --demo it is not printed', !/Demo /.test(without), without)
  const users = await paste('npm start --silent -- users list')
  const row = users.stdout.split('\n').find((line) => line.startsWith('demo@')) ?? ''
  report.check('Its account operates nothing', row !== '' && !/operator/.test(row), users.output)
}

async function openAgain() {
  const output = await serve('npm start -- --open')
  report.check('--open has an inbox of its own again', folderOf(output, 'open'), output)
  const there = (await readdir(join(clone, 'data'))).toSorted().join()
  report.check('There are two folders', there === 'accounts,open', there)
}

async function publicUrl() {
  const text = block('PUBLIC_URL=')
  const output = await serve(text)
  const isShown = /Inbox +http:\/\/mail\.example\.test:8025\n/.test(output)
  report.check(`${text} prints that address`, isShown, output)
}

/** It is installed as the guide installs it before the first release. */
async function client() {
  const packed = await paste(`npm run install:here -- --prefix ${join(folder, 'prefix')}`)
  const tests = join(folder, 'tests')
  await mkdir(tests)
  await writeFile(join(tests, 'package.json'), '{ "private": true }')
  const text = blockOf('docs/guides/test-a-sign-up.md', 'npm install --save-dev ../mailstop')
  const installed = await paste(text, tests)
  const asked = await paste('npx @mailstop/client --help', tests)
  const isThere = installed.code === 0 && asked.output.includes('--timeout')
  report.check(text, isThere, `${packed.output}${installed.output}${asked.output}`)
}
