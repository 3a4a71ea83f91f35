// npm run test:proxies: the product behind nginx, HAProxy and Caddy, set up as docs/operating.md says. The words that
// follow go to Vitest, such as -t 'part of a name'.

import { installTools, tools } from './lib/debian-packages.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { projectEnvironment, root } from './lib/root.mjs'
import { runOnTerminal } from './lib/run.mjs'

await installPackages()
await installTools([tools.haproxy, tools.nginxStream, tools.caddy])
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'test/proxies']
process.exitCode = await runOnTerminal(node24(), [...vitest, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...projectEnvironment(), PROXIES: '1' },
})
