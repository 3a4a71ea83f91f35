import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { configVariables } from '../../src/config/config-variables.ts'
import { startApp } from '../support/harness.ts'
import { postgres } from '../support/product-databases.ts'
import { fleetFile } from './fleet-files.ts'
import { newFolder } from '../support/new-folder.ts'

const token = 'metrics-of-the-test'

test('every figure of Mailstop in the alert rules and the dashboard is one that a process has', async () => {
  const { origin } = await startApp({ ...(await postgres()), METRICS_TOKEN: token })
  const headers = { authorization: `Bearer ${token}` }
  const text = await (await fetch(`${origin}/metrics`, { headers })).text()
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, metric]) => metric))
  for (const name of ['prometheus-rules.yml', 'grafana-dashboard.json']) {
    const named = expressionsOf(name).match(/\b(?:mailstop|nodejs|process)_[a-z0-9_]+/g) ?? []
    expect(named.length, name).toBeGreaterThan(9)
    expect(named.filter((metric) => !known.has(metric))).toEqual([])
  }
})

test('every setting in fleet.env and in the unit is one that the server reads', () => {
  const settings = [...fleetFile('fleet.env').matchAll(/^#?([A-Z_]+)=/gm)]
  const unit = [...fleetFile('mailstop@.service').matchAll(/^Environment=(.*)$/gm)]
  const names = [
    ...settings.map(([, name = '']) => name),
    ...unit.flatMap(([, pairs = '']) => pairs.split(' ').map((pair) => pair.split('=')[0] ?? '')),
  ].filter((name) => name !== 'NODE_COMPILE_CACHE')
  expect(names.length).toBeGreaterThan(9)
  expect(names.filter((name) => !(name in configVariables))).toEqual([])
})

/** The program of the Debian package in a folder of the test's, which says what it would run. */
function debianProgram() {
  const folder = newFolder()
  const library = join(folder, 'lib')
  for (const part of ['bin', 'server', 'web']) mkdirSync(join(library, part), { recursive: true })
  writeFileSync(join(library, 'package.json'), '{}')
  writeFileSync(join(library, 'server', 'main.js'), 'old')
  const own = join(folder, 'mailstop.env')
  const source = resolve(import.meta.dirname, '../../../../deploy/deb/mailstop.sh')
  const text = readFileSync(source, 'utf8')
    .replaceAll('"$library/node"', 'echo')
    .replaceAll('/usr/lib/mailstop', library)
    .replaceAll('/etc/mailstop/mailstop.env', own)
  writeFileSync(join(folder, 'mailstop'), text)
  const run = (words: string[], env: Record<string, string>) => {
    const options = { env: { PATH: '/usr/bin:/bin', ...env }, stdio: 'pipe' } as const
    return execFileSync('sh', [join(folder, 'mailstop'), ...words], options).toString()
  }
  return { folder, library, own, run }
}

test.runIf(process.getuid?.() === 0)(
  'a command of the Debian package reads the settings of a fleet where MAILSTOP_SETTINGS names them',
  () => {
    const { folder, own, run } = debianProgram()
    const fleet = join(folder, 'fleet.env')
    writeFileSync(own, 'LOG_LEVEL=info\n')
    writeFileSync(fleet, 'LOG_LEVEL=warn\n')
    const users = ['users', 'list']
    expect(run(users, {})).toContain(`--env-file-if-exists=${own} `)
    expect(run(users, { MAILSTOP_SETTINGS: fleet })).toContain(`--env-file-if-exists=${fleet} `)
  },
)

test('a service of the Debian package runs a copy, which each start makes again', () => {
  const { folder, library, run } = debianProgram()
  const cache = join(folder, 'cache')
  const env = { CACHE_DIRECTORY: cache }
  const copied = join(cache, 'program', 'server', 'main.js')
  // Without the folder no copy can be made.
  expect(run(['serve'], env)).toBe(`${library}/bin/mailstop.cjs serve\n`)
  mkdirSync(cache)
  expect(run(['serve'], env)).toBe(`${cache}/program/bin/mailstop.cjs serve\n`)
  writeFileSync(join(library, 'server', 'main.js'), 'new')
  expect(run(['health'], env)).toBe(`${library}/bin/mailstop.cjs health\n`)
  expect(readFileSync(copied, 'utf8')).toBe('old')
  run(['serve'], env)
  expect(readFileSync(copied, 'utf8')).toBe('new')
  expect(run(['serve'], {})).toBe(`${library}/bin/mailstop.cjs serve\n`)
})

/** The expressions alone: names of groups and titles may look like figures. */
const expressionsOf = (name: string) =>
  [...fleetFile(name).matchAll(/^\s*"?expr"?: (.*)$/gm)].map(([, text]) => text).join('\n')
