// Runs journeys that are apart from `npm test`: with the packages, tools and build that they need.

import { installTools, tools } from './debian-packages.mjs'
import { installPackages } from './install-packages.mjs'
import { node24 } from './node-24.mjs'
import { projectEnvironment, root } from './root.mjs'
import { runOnTerminal } from './run.mjs'
import { build, server, webApp } from './builds.mjs'

/**
 * Installs what is missing, builds the product and runs Playwright on this terminal.
 *
 * @param {string} config the name of a configuration in `packages/e2e`, without `.config.ts`
 * @param {object} options
 * @param {import('./debian-packages.mjs').Tool[]} options.needs beside Chromium
 * @param {() => Promise<void>} [options.download] fetches what no package has
 * @param {Record<string, string>} [options.env]
 * @param {string[]} [options.args] for Playwright: files, or options of its own
 * @returns {Promise<number>} its exit code
 */
export async function runJourneys(config, { needs, download, env = {}, args = [] }) {
  await installPackages()
  await installTools([tools.chromium, ...needs])
  await download?.()
  const node = node24()
  await build(node, webApp)
  await build(node, server)
  const chromium = await tools.chromium.find()
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list']
  return runOnTerminal(node, [...command, `--config=packages/e2e/${config}.config.ts`, ...args], {
    cwd: root,
    env: { ...projectEnvironment(), ...env, ...(chromium && { CHROMIUM: chromium }) },
  })
}
