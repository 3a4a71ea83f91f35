// npm run test:fleet: three processes behind HAProxy, on PgBouncer, Postgres and an S3 server, by the files of
// deploy/fleet, while one part after the other breaks. As root. The words that follow go to the test.

import { dirname } from 'node:path'
import { build, server } from './lib/builds.mjs'
import { installTools, tools } from './lib/debian-packages.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { projectEnvironment, root } from './lib/root.mjs'
import { runOnTerminal } from './lib/run.mjs'
import { versitygw } from './lib/versitygw.mjs'

if (process.getuid?.() !== 0) {
  console.error(
    'test:fleet cuts a process off the network and fills a disk of its own: only root may.',
  )
  process.exit(1)
}
await installPackages()
await installTools([tools.postgres, tools.haproxy, tools.pgbouncer, tools.faketime, tools.iptables])
const node = node24()
await build(node, server)
const env = {
  ...projectEnvironment(),
  POSTGRES_BIN: dirname((await tools.postgres.find()) ?? ''),
  VERSITYGW: await versitygw(),
}
const test = 'packages/server/test/fleet/fleet-test.ts'
process.exitCode = await runOnTerminal(node, [test, ...process.argv.slice(2)], { cwd: root, env })
