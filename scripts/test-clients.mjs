// npm run test:clients: the mail clients and libraries of many languages against the running product,
// apart from `npm test` because it installs all those languages.

import { installTools, tools } from './lib/debian-packages.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { projectEnvironment, root } from './lib/root.mjs'
import { runOnTerminal } from './lib/run.mjs'
import { buildWeb } from './lib/web-build.mjs'

await installPackages()
const { chromium, python, swaks, curl, msmtp, django, rubyMail, phpMailers, perlMailers } = tools
await installTools([
  chromium,
  python,
  swaks,
  curl,
  msmtp,
  django,
  rubyMail,
  phpMailers,
  perlMailers,
])
const node = node24()
await buildWeb(node)
const browser = await chromium.find()
process.exitCode = await runOnTerminal(
  node,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=packages/e2e/mail-clients.config.ts',
    '--reporter=list',
    ...process.argv.slice(2),
  ],
  { cwd: root, env: { ...projectEnvironment(), ...(browser && { CHROMIUM: browser }) } },
)
