// npm run test:soak: what holds the product to its promises for hours, one after another, with a table
// at the end; `npm run test:soak -- kills power` runs some of them.

import { parseArgs } from 'node:util'
import { build, server } from './lib/builds.mjs'
import { installTools, tools } from './lib/debian-packages.mjs'
import { installPackages } from './lib/install-packages.mjs'
import { node24 } from './lib/node-24.mjs'
import { projectEnvironment, root } from './lib/root.mjs'
import { runOnTerminal } from './lib/run.mjs'

/** @typedef {{ needs?: import('./lib/debian-packages.mjs').Tool[], asRoot?: boolean, file?: string, isJourney?: boolean }} Soak */

const folder = 'packages/server/test'

/** A soak without a file is the npm command of its name. @type {Record<string, Soak>} */
const soaks = {
  kills: { file: `${folder}/kills/kills.ts` },
  power: {
    file: `${folder}/power/power.ts`,
    needs: [tools.nbdkit, tools.nbdfuse, tools.ext4, tools.loopDevices],
    asRoot: true,
  },
  memory: { file: `${folder}/memory/memory.ts`, asRoot: true },
  fairness: { file: `${folder}/fairness/fairness.ts` },
  hour: { file: `${folder}/hour/hour.ts` },
  load: {},
  races: {},
  deletion: {},
  forwarding: { needs: [tools.aiosmtpd] },
  'system-mail': { needs: [tools.aiosmtpd] },
  search: {},
  bombs: {},
  bodies: {},
  disk: { asRoot: true },
  outage: { isJourney: true },
  hostile: { isJourney: true },
}

const { positionals } = parseArgs({ allowPositionals: true })
const unknown = positionals.filter((name) => !(name in soaks))
if (unknown.length > 0) {
  console.error(`Name some of ${Object.keys(soaks).join(', ')}.`)
  process.exit(2)
}
const chosen = Object.entries(soaks).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
)

await installPackages()
const databases = chosen.some(([, { file }]) => !file) ? [tools.postgres] : []
await installTools([...new Set([...databases, ...chosen.flatMap(([, { needs = [] }]) => needs)])])
const isRoot = process.getuid?.() === 0
const barred = chosen.filter(([, { asRoot }]) => asRoot && !isRoot).map(([name]) => name)
if (barred.length > 0) {
  console.error(`${barred.join(' and ')} mount disks or make control groups: only root may.`)
  process.exit(1)
}

const node = node24()
await build(node, server)
const results = []
for (const [name, { file, isJourney }] of chosen) {
  if (chosen.length > 1) console.log(`\n${name}\n`)
  const began = performance.now()
  const options = { cwd: root, env: projectEnvironment() }
  const command = isJourney ? ['test:journey', '--', name] : [`test:${name}`]
  const code = file
    ? await runOnTerminal(node, [file], options)
    : await runOnTerminal('npm', ['run', ...command], options)
  results.push({ name, code, minutes: (performance.now() - began) / 60_000 })
}

const failed = results.filter(({ code }) => code !== 0).length
if (chosen.length > 1) {
  console.log()
  for (const { name, code, minutes } of results) {
    const verdict = code === 0 ? 'passed' : 'FAILED'
    console.log(`${name.padEnd(11)} ${verdict}  ${minutes.toFixed(1).padStart(6)} minutes`)
  }
  console.log(`${results.length - failed} passed, ${failed} failed`)
}
process.exitCode = failed > 0 ? 1 : 0
