import { parseArgs } from 'node:util'
import { percentiles } from './load/percentiles.ts'
import { createRandom } from './load/random.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { decimals, table } from './report/table.ts'
import { areaUnderCurve } from './timing-auc.ts'
import { startForTiming } from './timing-product.ts'

/**
 * npm run bench:timing: whether the time of an answer tells if an address has an account. Each call is
 * timed for addresses that have one and for as many that have none, each address once, in random
 * order. An area under the curve of 0.5 means that nobody could tell them apart.
 */
const { values } = parseArgs({ options: { samples: { type: 'string', default: '500' } } })
const samples = Number(values.samples)
const warmUp = 20
const [lowest, highest] = [0.45, 0.55]
const password = 'correct horse battery staple'

const calls: Record<string, { path: string; body: (email: string) => object }> = {
  'log in': { path: '/login', body: (email) => ({ email, password: 'a wrong one' }) },
  register: {
    path: '/register',
    body: (email) => ({ name: 'Eve', email, password, password_confirmation: password }),
  },
  'forgot password': { path: '/forgot-password', body: (email) => ({ email }) },
}

const where = circumstances()
const product = await startForTiming()
const results: Record<string, { known: number[]; unknown: number[] }> = {}
try {
  const known = addresses('known', samples)
  for (const email of known) await product.addAccount(email, password)
  for (const [name, { path, body }] of Object.entries(calls)) {
    for (const email of addresses(`warm-up-${path.slice(1)}`, warmUp)) {
      await product.post(path, body(email))
    }
    const unknown = addresses(`unknown-${path.slice(1)}`, samples)
    const times = { known: [] as number[], unknown: [] as number[] }
    for (const { email, kind } of shuffled(known, unknown)) {
      times[kind].push(await product.post(path, body(email)))
    }
    results[name] = times
  }
} finally {
  await product.stop()
}

const rows = Object.entries(results).map(([name, { known, unknown }]) => {
  const area = areaUnderCurve(known, unknown)
  const verdict = area >= lowest && area <= highest ? 'alike' : 'DIFFERENT'
  const [has, hasNot] = [percentiles(known), percentiles(unknown)]
  const middles = [has.p50, hasNot.p50, has.p99, hasNot.p99].map((ms) => decimals(ms, 2))
  return { name, area, verdict, cells: [name, ...middles, decimals(area, 3), verdict] }
})
console.log(`\n${samples} known and ${samples} unknown addresses each\n`)
console.log(
  table(
    ['', 'known p50', 'unknown p50', 'known p99', 'unknown p99', 'area under curve', ''],
    rows.map(({ cells }) => cells),
  ),
)
console.log(`\n${keepResults('timing', where, results)}`)
process.exitCode = rows.every(({ verdict }) => verdict === 'alike') ? 0 : 1

function addresses(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}@example.test`)
}

/** Shuffles them, so that a slow phase of the machine affects both kinds alike. */
function shuffled(known: string[], unknown: string[]) {
  const random = createRandom(1)
  const rest = [
    ...known.map((email) => ({ email, kind: 'known' as const })),
    ...unknown.map((email) => ({ email, kind: 'unknown' as const })),
  ]
  return Array.from({ length: rest.length }, () => {
    const [taken] = rest.splice(random.below(rest.length), 1)
    return taken as (typeof rest)[number]
  })
}
