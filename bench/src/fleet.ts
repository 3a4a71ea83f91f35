import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCatchingCase } from './fleet/catching.ts'
import { runEmbeddedCase } from './fleet/embedded.ts'
import { startObjectStore } from './fleet/object-store.ts'
import { startPostgres } from './inbox/start-postgres.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { decimals, table, whole } from './report/table.ts'

/**
 * npm run bench:fleet: how many mails a second several processes on one Postgres catch, in turn with one process on
 * SQLite, with sources in an object store, with processes that have a database each (`apart`), and with the program of
 * another checkout.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    'warm-up': { type: 'string', default: '3' },
    processes: { type: 'string', default: '1,2,3' },
    connections: { type: 'string', default: '10,50' },
    before: { type: 'string' },
    only: { type: 'string', default: 'sqlite,postgres,s3,before' },
  },
})
const numbers = (text: string) => text.split(',').map(Number)
const rounds = Number(values.rounds)
const chosen = values.only.split(',')
const where = circumstances()
const load = decimals(where.loadBefore, 2)
console.log(
  `${where.processor}, ${where.cores} cores, load ${load}, Node ${where.node}, commit ${where.commit}\n`,
)

type Measured = {
  mailsPerSecond: number
  dataMs: { p50: number; p99: number }
  cpuMsPerMail: number
  walBytesPerMail?: number
  storedBytesPerMail?: number
}
type Job = { connections: number; warmUpMs: number; measureMs: number; seed: number }
type Case = { name: string; run: (job: Job) => Promise<Measured> }

const [postgresUrl = ''] = await startPostgres(['fleet'])
const cases = await casesOf(chosen)
const results = new Map<string, Measured[]>()
for (const connections of numbers(values.connections)) {
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, run } of cases) {
      process.stderr.write(`c=${connections}, round ${round}: ${name}\n`)
      const measured = await run({
        connections,
        warmUpMs: Number(values['warm-up']) * 1_000,
        measureMs: Number(values.seconds) * 1_000,
        seed: round,
      })
      const key = keyOf(name, connections)
      results.set(key, [...(results.get(key) ?? []), measured])
    }
  }
  print(connections)
}
console.log(`\nEvery number: ${keepResults('fleet', where, { ...values, results: [...results] })}`)
process.exit(0)

async function casesOf(kinds: string[]): Promise<Case[]> {
  const all: Case[] = []
  if (kinds.includes('sqlite')) all.push({ name: 'SQLite, 1 process', run: runEmbeddedCase })
  // Handed over by scripts/bench-fleet.mjs.
  const program = process.env['VERSITYGW']
  const sources = kinds.includes('s3') && program ? await startObjectStore(program) : null
  const { before } = values
  const old =
    kinds.includes('before') && before ? join(before, 'packages/server/dist/main.js') : null
  for (const processes of numbers(values.processes)) {
    const name = `Postgres, ${processes} process${processes === 1 ? '' : 'es'}`
    const of = (more: object) => (job: Job) =>
      runCatchingCase({ ...job, postgresUrl, processes, ...more })
    if (old !== null) all.push({ name: `${name}, before`, run: of({ program: old }) })
    if (kinds.includes('postgres')) all.push({ name, run: of({}) })
    if (kinds.includes('apart') && processes > 1) {
      all.push({ name: `${name}, apart`, run: of({ areApart: true }) })
    }
    if (sources !== null) {
      all.push({ name: `${name}, S3`, run: of({ settings: { SOURCES_URL: sources } }) })
    }
  }
  return all
}

function print(connections: number): void {
  const alone = median(keyOf('Postgres, 1 process', connections), 'mailsPerSecond')
  const rows = cases.map(({ name }) => {
    const key = keyOf(name, connections)
    const of = (what: Exclude<keyof Measured, 'dataMs'>) => median(key, what)
    const p99 = middle((results.get(key) ?? []).map(({ dataMs }) => dataMs.p99))
    const cell = (value: number, digits: number) =>
      Number.isNaN(value) ? '' : digits === 0 ? whole(value) : decimals(value, digits)
    return [
      name,
      cell(of('mailsPerSecond'), 0),
      cell(of('mailsPerSecond') / alone, 2),
      cell(p99, 1),
      cell(of('cpuMsPerMail'), 2),
      cell(of('walBytesPerMail'), 0),
      cell(of('storedBytesPerMail'), 0),
    ]
  })
  const heads = [
    'mails/s',
    'of 1',
    'p99 of 250, ms',
    'CPU ms/mail',
    'WAL bytes/mail',
    'stored bytes/mail',
  ]
  console.log(`\n${table([`${connections} connections`, ...heads], rows)}`)
}

function keyOf(name: string, connections: number): string {
  return `${name}, c=${connections}`
}

function median(key: string, what: Exclude<keyof Measured, 'dataMs'>): number {
  return middle((results.get(key) ?? []).map((one) => one[what] ?? Number.NaN))
}

function middle(list: number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) / 2
  return ((sorted[Math.floor(at)] ?? Number.NaN) + (sorted[Math.ceil(at)] ?? Number.NaN)) / 2
}
