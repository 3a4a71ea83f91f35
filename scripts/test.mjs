// npm test: everything, and one line at the end that says how it went. Each runner writes a report
// that is counted here; a runner that executed nothing, or failed without a failing test, is a failure.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installTools, tools } from './lib/debian-packages.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { projectEnvironment, root } from './lib/root.mjs'
import { runOnTerminal } from './lib/run.mjs'
import { countReport, sum } from './lib/test-reports.mjs'
import { buildWeb } from './lib/web-build.mjs'

const vitest = (/** @type {string[]} */ ...projects) => ({
  format: /** @type {const} */ ('vitest'),
  command: (/** @type {string} */ report) => [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
})

const suites = {
  check: {
    about: 'format, lint, types, imports and dead code',
    needs: [],
    format: /** @type {const} */ ('counts'),
    command: (/** @type {string} */ report) => ['scripts/check.mjs', '--report', report],
  },
  unit: {
    about: 'contract and server, the store on SQLite and on PostgreSQL',
    needs: [tools.postgres, tools.aiosmtpd],
    ...vitest('contract', 'server'),
  },
  web: { about: 'the web app in a simulated browser', needs: [], ...vitest('web') },
  e2e: {
    about: 'the running product with a real browser and real mail clients',
    needs: [tools.chromium, tools.fonts, tools.python, tools.swaks, tools.curl],
    format: /** @type {const} */ ('playwright'),
    command: () => ['node_modules/@playwright/test/cli.js', 'test', '--config=packages/e2e'],
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
})
const known = Object.keys(suites)
const unknown = positionals.filter((name) => !known.includes(name))
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no suite called ${unknown.join(', ')}.\n`)
  console.log('npm test                 runs everything')
  console.log('npm test -- <suite> ...  runs only these:\n')
  for (const [name, suite] of Object.entries(suites)) {
    console.log(`  ${name.padEnd(6)} ${suite.about}`)
  }
  process.exit(unknown.length > 0 ? 2 : 0)
}
const chosen = Object.entries(suites).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
)
const withBrowser = chosen.some(([name]) => name === 'e2e')

await installPackages()
await installTools([...new Set(chosen.flatMap(([, { needs }]) => needs))])
const node = node24()
if (withBrowser) await buildWeb(node)

const reports = await mkdtemp(join(tmpdir(), 'mailstop-reports-'))
const chromium = withBrowser ? await tools.chromium.find() : undefined
const results = []
for (const [name, suite] of chosen) {
  console.log(`\n${name}: ${suite.about}\n`)
  const report = join(reports, `${name}.json`)
  const code = await runOnTerminal(node, suite.command(report), {
    cwd: root,
    env: {
      ...projectEnvironment(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...(chromium && { CHROMIUM: chromium }),
    },
  })
  const text = await readFile(report, 'utf8').catch(() => undefined)
  results.push({ name, ...countReport(suite.format, text, code) })
}
await rm(reports, { recursive: true })

console.log()
for (const { name, problem, failures = [], ...counts } of results) {
  console.log(`${name.padEnd(6)} ${wording(counts)}${problem ? `: ${problem}` : ''}`)
  for (const { title, why, passedLater } of failures) {
    console.log(`       ${passedLater ? 'passed on its second try' : 'failed'}: ${title}`)
    console.log(`         ${why}`)
  }
}
const total = sum(results)
console.log(wording(total))
process.exitCode = total.failed > 0 ? 1 : 0

/** @param {import('./lib/test-reports.mjs').Counts} counts */
function wording({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
