// npm run test:fleet: three processes behind HAProxy, on PgBouncer, Postgres and an S3 server, by the files of
// deploy/fleet, while one part after the other breaks. As root. The words that follow go to the test.

import { dirname } from 'node:path'
import { build, server } from './lib/builds.mjs'
import { installTools, tools } from './lib/debian-packages.mjs'
import { checkFleetFiles } from './packages/fleet-files.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { createReport } from './lib/report.mjs'
import { projectEnvironment, root } from './lib/root.mjs'
import { runOnTerminal } from './lib/run.mjs'
import { versitygw } from './lib/versitygw.mjs'

const words = process.argv.slice(2)
const reads = [tools.haproxy, tools.nginxStream, tools.promtool, tools.openssl]
const runs = [tools.postgres, tools.pgbouncer, tools.faketime, tools.iptables]

if (process.getuid?.() !== 0) {
  console.error('It cuts a process off the network and fills a disk of its own: only root may.')
  process.exit(1)
}
await installPackages()
if (words.length === 0 || words.includes('files')) await checkFiles()
if (!words.includes('files')) await breakParts()

async function checkFiles() {
  await installTools(reads)
  const report = createReport()
  await checkFleetFiles(report)
  process.exitCode = report.end()
}

async function breakParts() {
  await installTools([tools.haproxy, ...runs])
  const node = node24()
  await build(node, server)
  const initdb = await tools.postgres.find()
  const env = {
    ...projectEnvironment(),
    POSTGRES_BIN: dirname(initdb ?? ''),
    VERSITYGW: await versitygw(),
  }
  const test = 'packages/server/test/fleet/fleet-test.ts'
  const code = await runOnTerminal(node, [test, ...words], { cwd: root, env })
  process.exitCode ||= code
}
