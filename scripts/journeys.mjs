// npm run test:hostile, test:large and bench:visible: journeys in a real browser that take longer than
// `npm test` has time for, or whose numbers are wanted alone. What follows the name goes to Playwright.

import { installTools, tools } from './lib/debian-packages.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { projectEnvironment, root } from './lib/root.mjs'
import { runOnTerminal } from './lib/run.mjs'
import { buildWeb } from './lib/web-build.mjs'

/** @type {Record<string, { config: string, files: string[], env: Record<string, string> }>} */
const journeys = {
  hostile: { config: 'playwright', files: ['hostile.spec'], env: { HOSTILE_ONE_IN: '1' } },
  large: { config: 'large', files: [], env: {} },
  visible: { config: 'playwright', files: ['visible.spec'], env: { VISIBLE_MAILS: '200' } },
}

const [name = '', ...args] = process.argv.slice(2)
const journey = journeys[name]
if (!journey) {
  console.error(`Name one of ${Object.keys(journeys).join(', ')}.`)
  process.exit(2)
}
await installPackages()
await installTools([tools.chromium, tools.fonts])
const node = node24()
await buildWeb(node)
const chromium = await tools.chromium.find()
process.exitCode = await runOnTerminal(
  node,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    `--config=packages/e2e/${journey.config}.config.ts`,
    '--reporter=list',
    ...journey.files,
    ...args,
  ],
  {
    cwd: root,
    env: { ...projectEnvironment(), ...journey.env, ...(chromium && { CHROMIUM: chromium }) },
  },
)
