import { parseArgs } from 'node:util'
import { runIngestCase, type IngestResult } from './ingest-case.ts'
import { median } from './load/percentiles.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { mailstopWithRules } from './targets/mailstop-with-rules.ts'

/**
 * npm run bench:forwarding: how many mails a second Mailstop accepts while its relay is down, without
 * and with forwarding rules. Rounds take turns, each beginning with another, so that a slow minute of
 * the machine falls on all.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
  },
})
const none = mailstopWithRules('no rules', [])
const targets = [
  none,
  mailstopWithRules('three rules, one matches', [
    {},
    { from: '*@nowhere.example' },
    { subject: '*no such subject*' },
  ]),
  mailstopWithRules('three rules, all match', [{}, { from: '*@*' }, { subject: '*' }]),
]
const options = { connections: 10, warmUpMs: 1_000, measureMs: Number(values.seconds) * 1_000 }

const where = circumstances()
const results: IngestResult[] = []
for (let round = 1; round <= Number(values.rounds); round += 1) {
  const first = round % targets.length
  for (const target of [...targets.slice(first), ...targets.slice(0, first)]) {
    const result = await runIngestCase(target, 'kept-open', { ...options, round })
    results.push(result)
    const cpu = `${result.cpuMsPerMail.toFixed(3)} ms CPU a mail`
    console.log(`round ${round}  ${target.name}: ${Math.round(result.mailsPerSecond)}/s, ${cpu}`)
  }
}

const of = (name: string, value: (result: IngestResult) => number) =>
  median(results.filter(({ target }) => target === name).map(value))
const rate = (name: string) => of(name, (result) => result.mailsPerSecond)
const cpu = (name: string) => of(name, (result) => result.cpuMsPerMail)
console.log('\nmedians')
for (const { name } of targets) {
  const share = (rate(name) / rate(none.name)).toFixed(2)
  console.log(
    `${name}: ${Math.round(rate(name))}/s, ${share} of no rules, ${cpu(name).toFixed(3)} ms CPU a mail`,
  )
}
console.log(`Every number: ${keepResults('forwarding', where, { ...options, results })}`)
process.exit(0)
