// npm run test:examples: the code that the credentials page shows, run with the real languages and
// libraries against the running product, apart from `npm test` because it installs all of them.

import { installTools, tools } from './lib/debian-packages.mjs'
import { downloadExamplePackages } from './lib/example-packages.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { projectEnvironment, root } from './lib/root.mjs'
import { runOnTerminal } from './lib/run.mjs'
import { buildWeb } from './lib/web-build.mjs'

await installPackages()
await installTools([
  tools.chromium,
  tools.python,
  tools.swaks,
  tools.curl,
  tools.openssl,
  tools.msmtp,
  tools.phpFrameworks,
  tools.rails,
  tools.mono,
  tools.elixir,
  tools.go,
  tools.rust,
  tools.java,
])
await downloadExamplePackages()
const node = node24()
await buildWeb(node)
const browser = await tools.chromium.find()
process.exitCode = await runOnTerminal(
  node,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=packages/e2e/examples.config.ts',
    '--reporter=list',
    ...process.argv.slice(2),
  ],
  { cwd: root, env: { ...projectEnvironment(), ...(browser && { CHROMIUM: browser }) } },
)
