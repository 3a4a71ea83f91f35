// npm test: everything, and one line at the end that says how it went. Each runner writes a report
// that is counted here; a runner that executed nothing, or failed without a failing test, is a failure.
// npm run test:nightly does the same with the tests and journeys that take too long for every change.

import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { installTools, tools } from './lib/debian-packages.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { projectEnvironment, root } from './lib/root.mjs'
import { run, runOnTerminal } from './lib/run.mjs'
import { seconds } from './lib/seconds.mjs'
import { makeTestFolder } from './lib/test-folder.mjs'
import { bySlowness, countReport, sum } from './lib/test-reports.mjs'
import { build, server, webApp } from './lib/builds.mjs'
import { versitygw } from './lib/versitygw.mjs'

const suites = {
  check: { about: 'format, lint, types, imports and dead code', needs: [] },
  unit: {
    about: 'contract, server and client, the store on SQLite and on PostgreSQL',
    needs: [tools.postgres, tools.aiosmtpd, tools.chromium, tools.swaks, tools.curl, tools.jq],
  },
  web: { about: 'the web app in a simulated browser', needs: [] },
  e2e: {
    about: 'the running product with a real browser and real mail clients',
    needs: [tools.chromium, tools.fonts, tools.python, tools.swaks, tools.curl],
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' }, nightly: { type: 'boolean' } },
})
const command = values.nightly ? 'npm run test:nightly' : 'npm test'
const known = values.nightly ? ['unit', 'web', 'e2e'] : Object.keys(suites)
const unknown = positionals.filter((name) => !known.includes(name))
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no suite called ${unknown.join(', ')}.\n`)
  console.log(`${command}                 runs everything`)
  console.log(`${command} -- <suite> ...  runs only these:\n`)
  for (const [name, suite] of Object.entries(suites)) {
    if (known.includes(name)) console.log(`  ${name.padEnd(6)} ${suite.about}`)
  }
  process.exit(unknown.length > 0 ? 2 : 0)
}
const chosen = Object.entries(suites).filter(([name]) =>
  (positionals.length === 0 ? known : positionals).includes(name),
)
const withBrowser = isChosen('e2e')
const hasUnitTests = isChosen('unit') || isChosen('web')
/** Playwright empties the folder first. */
const durations = 'test-results/durations.txt'
const titleOfJourneys = `\ne2e: ${suites.e2e.about}\n`

await installPackages()
await installTools([...new Set(chosen.flatMap(([, { needs }]) => needs))])
if (isChosen('unit')) await versitygw()
const node = node24()
if (withBrowser) {
  await build(node, webApp)
  await build(node, server)
}

const reports = await mkdtemp(join(tmpdir(), 'mailstop-reports-'))
const testFolder = await makeTestFolder()
// An interrupt too must not leave it behind: it may be memory.
process.once('exit', () => rmSync(testFolder, { recursive: true, force: true, maxRetries: 3 }))
process.once('SIGINT', () => process.exit(130))
const chromium = withBrowser ? await tools.chromium.find() : undefined
const environment = {
  ...projectEnvironment(),
  TMPDIR: testFolder,
  PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'journeys.json'),
  ...(chromium && { CHROMIUM: chromium }),
}
/** @type {import('./lib/test-reports.mjs').Report[]} */
const finished = []

// The checks keep all processors busy and answer soonest, so they are first and alone. Journeys
// mostly wait: they run beside the other tests, and their output follows when both have ended. By
// night the other tests measure, so that journeys come after them.
const began = performance.now()
const areBeside = hasUnitTests && !values.nightly
if (isChosen('check')) await runChecks()
const beside = withBrowser && areBeside ? runJourneys() : undefined
if (hasUnitTests) await runUnitTests()
await showJourneys(await (withBrowser && !areBeside ? runJourneys() : beside))
await rm(reports, { recursive: true })

const results = finished.flatMap(countReport)
console.log(`\nThe slowest test files and journeys, and more of them in ${durations}:`)
console.log(`${listSlowest(10)}\n`)
await mkdir(dirname(join(root, durations)), { recursive: true })
await writeFile(join(root, durations), `${listSlowest(50)}\n`)
for (const { name, problem, failures = [], ...counts } of results) {
  console.log(`${name.padEnd(6)} ${wording(counts)}${problem ? `: ${problem}` : ''}`)
  for (const { title, why, passedLater } of failures) {
    console.log(`       ${passedLater ? 'passed on its second try' : 'failed'}: ${title}`)
    console.log(`         ${why}`)
  }
}
const total = sum(results)
console.log(`${wording(total)}, in ${((performance.now() - began) / 60_000).toFixed(1)} minutes`)
process.exitCode = total.failed > 0 ? 1 : 0

/** @param {keyof typeof suites} name */
function isChosen(name) {
  return chosen.some(([suite]) => suite === name)
}

async function runChecks() {
  console.log(`\ncheck: ${suites.check.about}\n`)
  const report = join(reports, 'checks.json')
  const code = await runOnTerminal(node, ['scripts/checks/check.mjs', '--report', report], {
    cwd: root,
  })
  finished.push({ format: 'counts', code, text: await textOf(report), parts: [{ name: 'check' }] })
}

/** One run for the contract, the server, the client and the web app: it uses the processors to its end. */
async function runUnitTests() {
  const [ofUnit, ofWeb] = values.nightly
    ? [['nightly', 'nightly-client'], ['nightly-web']]
    : [
        ['contract', 'server', 'client'],
        ['web', 'web-tabs'],
      ]
  const projects = [...(isChosen('unit') ? ofUnit : []), ...(isChosen('web') ? ofWeb : [])]
  console.log(`\n${projects.join(', ')}\n`)
  const report = join(reports, 'unit.json')
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const code = await runOnTerminal(node, args, { cwd: root, env: environment })
  const parts = [
    ...(isChosen('unit') ? [{ name: 'unit', folders: ['contract', 'server', 'client'] }] : []),
    ...(isChosen('web') ? [{ name: 'web', folders: ['web'] }] : []),
  ]
  finished.push({ format: 'vitest', code, text: await textOf(report), parts })
}

/** Beside other tests its output is kept, so that no line of one runner stands within the other's. */
async function runJourneys() {
  const project = values.nightly ? 'nightly' : 'everyday'
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=packages/e2e',
    `--project=${project}`,
  ]
  const options = { cwd: root, env: environment }
  if (areBeside) return run(node, args, options)
  console.log(titleOfJourneys)
  return { code: await runOnTerminal(node, args, options), output: '' }
}

/** @param {{ code: number, output: string } | undefined} outcome */
async function showJourneys(outcome) {
  if (!outcome) return
  if (outcome.output) console.log(`${titleOfJourneys}\n${outcome.output}`)
  const text = await textOf(environment.PLAYWRIGHT_JSON_OUTPUT_FILE)
  finished.push({ format: 'playwright', code: outcome.code, text, parts: [{ name: 'e2e' }] })
}

/** @param {number} count of test files, and of journeys */
function listSlowest(count) {
  return finished
    .flatMap((report) => bySlowness(report).slice(0, count))
    .map(({ title, ms }) => `${seconds(ms).padStart(7)}  ${title}`)
    .join('\n')
}

/** @param {string} report @returns {Promise<string | undefined>} */
function textOf(report) {
  return readFile(report, 'utf8').catch(() => undefined)
}

/** @param {import('./lib/test-reports.mjs').Counts} counts */
function wording({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
