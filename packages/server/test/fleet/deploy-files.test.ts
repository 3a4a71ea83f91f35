import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { configVariables } from '../../src/config-variables.ts'
import { startApp } from '../harness.ts'
import { fleetFile } from './fleet-files.ts'

const token = 'metrics-of-the-test'

test('every figure of Mailstop in the alert rules and the dashboard is one that a process has', async () => {
  const { origin } = await startApp({ METRICS_TOKEN: token })
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

test.runIf(process.getuid?.() === 0)(
  'a command of the Debian package reads the settings of a fleet where MAILSTOP_SETTINGS names them',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'mailstop-deb-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [own, fleet, script] = ['mailstop.env', 'fleet.env', 'mailstop.sh'].map((name) =>
      join(folder, name),
    ) as [string, string, string]
    writeFileSync(own, 'LOG_LEVEL=info\n')
    writeFileSync(fleet, 'LOG_LEVEL=warn\n')
    const source = resolve(import.meta.dirname, '../../../../deploy/deb/mailstop.sh')
    const text = readFileSync(source, 'utf8')
      .replaceAll('/usr/lib/mailstop/node', 'echo')
      .replaceAll('/etc/mailstop/mailstop.env', own)
    writeFileSync(script, text)
    const run = (env: Record<string, string>) =>
      execFileSync('sh', [script, 'users', 'list'], { env, encoding: 'utf8' })
    expect(run({})).toContain(`--env-file-if-exists=${own} `)
    expect(run({ MAILSTOP_SETTINGS: fleet })).toContain(`--env-file-if-exists=${fleet} `)
  },
)

/** The expressions alone: names of groups and titles may look like figures. */
const expressionsOf = (name: string) =>
  [...fleetFile(name).matchAll(/^\s*"?expr"?: (.*)$/gm)].map(([, text]) => text).join('\n')
