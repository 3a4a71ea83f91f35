// npm run bench:fleet: builds what it measures, and hands over the S3 server. The words that follow go to the bench.

import { build, server } from './lib/builds.mjs'
import { node24 } from './lib/node-24.mjs'
import { projectEnvironment, root } from './lib/root.mjs'
import { runOnTerminal } from './lib/run.mjs'
import { versitygw } from './lib/versitygw.mjs'

const node = node24()
await build(node, server)
const env = { ...projectEnvironment(), VERSITYGW: await versitygw() }
const args = ['bench/src/fleet.ts', ...process.argv.slice(2)]
process.exitCode = await runOnTerminal(node, args, { cwd: root, env })
