import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Spread } from './load/draw.ts'
import { startPostgres } from './inbox/start-postgres.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { decimals, whole } from './report/table.ts'
import { makeTeams } from './simulation/make-teams.ts'
import { runIdleCase, runLoadCase, runStartCase } from './simulation/run-case.ts'
import type { IdleResult, LoadResult, Simulation } from './simulation/run-case.ts'
import { idleTable, loadTable } from './simulation/simulation-tables.ts'

/**
 * npm run bench:simulate: what many processes and many teams on one Postgres cost, with mail and without, and where
 * that bends first.
 */
const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,3,10,20' },
    teams: { type: 'string', default: '10000' },
    spread: { type: 'string', default: 'zipf,even,one' },
    connections: { type: 'string', default: '60' },
    'mails-per-connection': { type: 'string', default: '5' },
    seconds: { type: 'string', default: '12' },
    'warm-up': { type: 'string', default: '150' },
    'idle-seconds': { type: 'string', default: '30' },
    'max-connections': { type: 'string', default: '400' },
    only: { type: 'string', default: 'start,idle,load' },
  },
})
const counts = values.processes.split(',').map(Number)
const spreads = values.spread.split(',') as Spread[]
const chosen = values.only.split(',')
const ms = (seconds: string) => Number(seconds) * 1_000
const where = circumstances()
const load = decimals(where.loadBefore, 2)
console.log(
  `${where.processor}, ${where.cores} cores, load ${load}, Node ${where.node}, commit ${where.commit}\n`,
)

const [teamsUrl = ''] = await startPostgres(['teams'], {
  max_connections: values['max-connections'],
  shared_preload_libraries: 'pg_stat_statements',
})
const appKey = randomBytes(32).toString('base64')
const teams = Number(values.teams)
const credentials = await makeTeams({ databaseUrl: teamsUrl, appKey, teams })
const simulation: Simulation = { teamsUrl, credentials, settings: { APP_KEY: appKey } }
process.stderr.write(`${whole(teams)} teams are made\n`)

const starts: { processes: number; ms: number }[] = []
const idle: IdleResult[] = []
const loads: LoadResult[] = []
for (const processes of counts) {
  process.stderr.write(`${processes} processes\n`)
  if (chosen.includes('start')) {
    starts.push({ processes, ms: await runStartCase(simulation, processes) })
  }
  if (chosen.includes('idle')) {
    idle.push(await runIdleCase(simulation, processes, ms(values['idle-seconds'])))
  }
  for (const spread of chosen.includes('load') ? spreads : []) {
    const job = {
      connections: Number(values.connections),
      mailsPerConnection: Number(values['mails-per-connection']),
      warmUpMails: Number(values['warm-up']),
      measureMs: ms(values.seconds),
    }
    loads.push(await runLoadCase(simulation, { ...job, processes, spread }))
  }
}

for (const { processes, ms: took } of starts) {
  console.log(`${processes} and 1 start at once on an empty database: ${whole(took)} ms`)
}
if (idle.length > 0) console.log(`\n${idleTable(idle)}`)
if (loads.length > 0) {
  const ordered = spreads.flatMap((spread) => loads.filter((one) => one.spread === spread))
  console.log(`\n${loadTable(ordered)}`)
}
const results = { ...values, starts, idle, loads }
console.log(`\nEvery number: ${keepResults('simulate', where, results)}`)
process.exit(0)
