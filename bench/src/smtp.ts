import { parseArgs } from 'node:util'
import { median } from './load/percentiles.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { decimals, table, whole } from './report/table.ts'
import { runSmtpCase, smtpCases, type SmtpResult } from './smtp/smtp-cases.ts'
import { smtpEngine } from './smtp/smtp-engine.ts'
import { smtpServer } from './smtp/smtp-server.ts'
import { smtpSink } from './targets/smtp-sink.ts'

/**
 * npm run bench:smtp: the SMTP engine alone beside the npm package `smtp-server` and Postfix's
 * smtp-sink, none of which keeps anything. Rounds take turns, so that a slow minute of the machine
 * falls on all of them. smtp-sink knows neither STARTTLS nor AUTH; the others are logged in to.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    'warm-up': { type: 'string', default: '1' },
    connections: { type: 'string', default: '10' },
    only: { type: 'string' },
    cases: { type: 'string' },
  },
})
const targets = [smtpEngine, smtpServer, smtpSink].filter(
  ({ name }) => values.only === undefined || values.only.split(',').includes(name),
)
const cases = smtpCases(Number(values.connections)).filter(
  ({ title }) => values.cases === undefined || values.cases.split(';').includes(title),
)
const times = {
  warmUpMs: Number(values['warm-up']) * 1_000,
  measureMs: Number(values.seconds) * 1_000,
}

const where = circumstances()
const { processor, cores, node, loadBefore } = where
console.log(`${processor}, ${cores} cores, Node ${node}, load ${loadBefore.toFixed(1)}\n`)

const results: SmtpResult[] = []
for (let round = 1; round <= Number(values.rounds); round += 1) {
  for (const one of cases) {
    for (const target of targets) {
      if (one.job.startTls && target === smtpSink) continue
      const result = await runSmtpCase(target, one, { ...times, round })
      results.push(result)
      const measured = `${decimals(result.value, 1)} ${one.unit}`
      console.log(`round ${round}  ${one.title.padEnd(22)}  ${target.name.padEnd(16)}  ${measured}`)
    }
  }
}

/** The middle of the rounds; null where a target cannot do the case. */
function middle(title: string, target: string, of: (result: SmtpResult) => number): number | null {
  const found = results.filter((result) => result.title === title && result.target === target)
  return found.length > 0 ? median(found.map(of)) : null
}

const rows = cases.flatMap(({ title, unit }) =>
  targets.map(({ name }) => {
    const of = (pick: (result: SmtpResult) => number) => middle(title, name, pick)
    const value = of((result) => result.value)
    if (value === null) return [title, name, '–', '–', '–', '–', '–']
    const base = middle(title, smtpServer.name, (result) => result.value)
    return [
      title,
      name,
      `${unit === 'p99 ms' ? decimals(value, 2) : whole(value)} ${unit}`,
      base === null ? '–' : decimals(value / base, 2),
      decimals((of((result) => result.cpuMsPerMail) ?? 0) * 1_000, 0),
      whole(of((result) => result.peakRssMb) ?? 0),
      `${whole((of((result) => result.loaderBusy) ?? 0) * 100)} %`,
    ]
  }),
)
const headings = [
  'case',
  'server',
  'median',
  'of smtp-server',
  'CPU us each',
  'RSS MB',
  'loader busy',
]
console.log(`\n${table(headings, rows)}\n`)
console.log(`Every number: ${keepResults('smtp', where, { ...values, results })}`)
process.exit(0)
