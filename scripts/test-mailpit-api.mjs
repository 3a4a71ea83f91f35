// npm run test:mailpit-api -- --suite <folder> [--prefix /mailpit]: the end-to-end tests of mailpit-api, a public
// client of Mailpit, against the running product with a fresh team. The suite is no part of this repository.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startFreshProduct } from './lib/programs/fresh-product.mjs'
import { createReport } from './lib/report.mjs'
import { machineEnvironment } from './lib/root.mjs'
import { run } from './lib/run.mjs'

const { values } = parseArgs({
  options: { suite: { type: 'string', default: '' }, prefix: { type: 'string', default: '' } },
})
const suite = resolve(values.suite || '/nowhere')
if (!existsSync(join(suite, 'tests/e2e.spec.ts')) || !existsSync(join(suite, 'node_modules'))) {
  console.error(
    'Put the suite into a folder outside this repository, and name the folder:\n' +
      '  git clone https://github.com/mpspahr/mailpit-api <folder>\n' +
      '  cd <folder> && git checkout 3e17ddd && npm ci --ignore-scripts\n' +
      '  npm run test:mailpit-api -- --suite <folder>',
  )
  process.exit(2)
}

const report = createReport()
const product = await startFreshProduct()
try {
  const results = await runSuite(product.origin + values.prefix, product.token)
  for (const { title, passed } of results) {
    report.check(title, passed)
  }
  const passed = results.filter((result) => result.passed).length
  report.say(`${passed} of the ${results.length} tests of the suite pass.`)
} finally {
  await product.stop()
}
report.say('linkCheck() and getAttachmentThumbnail() pass on the shape of their answers alone.')
report.say('releaseMessage() and spamAssassinCheck() ask nothing: those are off.')
process.exitCode = report.end()

/**
 * @param {string} baseUrl @param {string} token
 * @returns {Promise<{ title: string, passed: boolean }[]>}
 */
async function runSuite(baseUrl, token) {
  const file = join(product.folder, 'results.json')
  const program = 'node_modules/vitest/vitest.mjs'
  const options = ['run', '--project', 'e2e', '--reporter=json', `--outputFile=${file}`]
  const login = { USERNAME: 'mailpit-api', PASSWORD: token }
  const env = { ...machineEnvironment(), BASEURL: baseUrl, ...login }
  const ran = await run(product.node, [program, ...options], { cwd: suite, env })
  if (!existsSync(file)) throw new Error(ran.output)
  /** @type {{ testResults: { assertionResults: { title: string, status: string }[] }[] }} */
  const { testResults } = JSON.parse(await readFile(file, 'utf8'))
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ title, status }) => ({ title, passed: status === 'passed' })),
  )
}
