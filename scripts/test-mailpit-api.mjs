// npm run test:mailpit-api -- --suite <folder> [--prefix /mailpit]: the end-to-end tests of mailpit-api, a public
// client of Mailpit, against the running product with a fresh team. The suite is no part of this repository.

import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build, server } from './lib/builds.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { startProcess } from './lib/processes.mjs'
import { createReport } from './lib/report.mjs'
import { machineEnvironment, root } from './lib/root.mjs'
import { run } from './lib/run.mjs'
import { useMailstop } from './lib/use-mailstop.mjs'

/** The only test that the product does not pass, since it has no HTML check. */
const expectedToFail = ['htmlCheck()']

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

await installPackages()
const node = node24()
await build(node, server)
const folder = await mkdtemp(join(tmpdir(), 'mailstop-suite-'))
const report = createReport()
const product = startProcess(node, [join(root, 'packages/server/dist/main.js')], {
  env: { ...machineEnvironment(), HTTP_PORT: '0', SMTP_PORTS: '0', DATA_DIR: folder },
})
try {
  const [, origin = ''] = await product.line(/Inbox\s+(http:\S+)/)
  await useMailstop(node, 'sign-up', origin)
  const [, link = ''] = await product.line(/\/verify-email\/([\w-]+)/)
  await useMailstop(node, 'verify', origin, link)
  const token = JSON.parse((await useMailstop(node, 'make-token', origin)).stdout)
  const results = await runSuite(origin + values.prefix, token)
  for (const { title, passed } of results) {
    const isExpected = passed !== expectedToFail.some((name) => title.includes(name))
    report.check(passed ? title : `${title} (fails)`, isExpected)
  }
  const passed = results.filter((result) => result.passed).length
  report.say(`${passed} of the ${results.length} tests of the suite pass.`)
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
report.say('htmlCheck() is expected to fail: there is no HTML check.')
report.say('linkCheck() and getAttachmentThumbnail() pass on the shape of their answers alone.')
report.say(
  'releaseMessage(), spamAssassinCheck() and both tests of chaos ask nothing, as those are off.',
)
process.exitCode = report.end()

/**
 * @param {string} baseUrl @param {string} token
 * @returns {Promise<{ title: string, passed: boolean }[]>}
 */
async function runSuite(baseUrl, token) {
  const results = join(folder, 'results.json')
  const ran = await run(
    node,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'e2e',
      '--reporter=json',
      `--outputFile=${results}`,
    ],
    {
      cwd: suite,
      env: { ...machineEnvironment(), BASEURL: baseUrl, USERNAME: 'mailpit-api', PASSWORD: token },
    },
  )
  if (!existsSync(results)) throw new Error(ran.output)
  const { testResults } = JSON.parse(await readFile(results, 'utf8'))
  return testResults.flatMap(
    (/** @type {{ assertionResults: { title: string, status: string }[] }} */ file) =>
      file.assertionResults.map(({ title, status }) => ({ title, passed: status === 'passed' })),
  )
}
