// npm run check: everything that can be said about the code without running it. All checks run at
// once and each answers with one line; what a failing one found follows in full.

import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { checks } from './checks.mjs'
import { installPackages } from '../lib/install-packages.mjs'
import { root } from '../lib/root.mjs'
import { seconds } from '../lib/seconds.mjs'

const { values } = parseArgs({ options: { report: { type: 'string' } } })

await installPackages()
const results = await Promise.all(
  checks.map(async ({ name, find }) => {
    const started = performance.now()
    const findings = await find(root)
    const verdict = findings.length === 0 ? 'ok' : `${findings.length} found`
    console.log(`${name.padEnd(11)} ${verdict.padEnd(10)} ${seconds(performance.now() - started)}`)
    return { name, findings }
  }),
)

const failed = results.filter(({ findings }) => findings.length > 0)
for (const { name, findings } of failed) {
  console.log(`\n${name}`)
  for (const { rule, file, line, message } of findings) {
    console.log(`  ${file}${line ? `:${line}` : ''}  ${message}  (${rule})`)
  }
}
if (values.report) {
  const counts = { passed: checks.length - failed.length, failed: failed.length, skipped: 0 }
  await writeFile(values.report, JSON.stringify(counts))
}
process.exitCode = failed.length === 0 ? 0 : 1
