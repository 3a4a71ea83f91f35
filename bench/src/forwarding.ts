import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median } from './load/percentiles.ts'
import { runLoad } from './load/run-load.ts'
import { readUsage } from './process-usage.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { mailstopWithRules } from './targets/mailstop-with-rules.ts'

/**
 * npm run bench:forwarding: how many mails a second Mailstop accepts while its relay is down, without
 * and with forwarding rules. All run at once and take short turns under load, each turn beginning with
 * another: what else the machine is doing then falls on neighbours, which are compared with each other.
 */
const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '1' },
  },
})
const cases = [
  mailstopWithRules('no rules', []),
  mailstopWithRules('three rules, one matches', [
    {},
    { from: '*@nowhere.example' },
    { subject: '*no such subject*' },
  ]),
  mailstopWithRules('three rules, all match', [{}, { from: '*@*' }, { subject: '*' }]),
]
const warmUpMs = 300
/** Until a target has finished the work for its last mails, such as indexing. */
const restMs = 300
const turns = Number(values.turns)
const options = { connections: 10, warmUpMs, measureMs: Number(values.seconds) * 1_000 }

const where = circumstances()
const runs = []
for (const target of cases) {
  runs.push({ name: target.name, server: await target.start(), rates: [0], cpuMs: 0, accepted: 0 })
}
for (let turn = 0; turn < turns; turn += 1) {
  const first = turn % runs.length
  for (const run of [...runs.slice(first), ...runs.slice(0, first)]) {
    const { pid, smtpPort: port, credentials } = run.server
    const before = readUsage(pid)
    const job = { port, credentials, mode: 'kept-open' as const, seed: turn, ...options }
    const load = await runLoad(job)
    await delay(restMs)
    run.rates[turn] = load.mailsPerSecond
    run.cpuMs += readUsage(pid).cpuMs - before.cpuMs
    run.accepted += load.accepted
  }
  const rates = runs.map(({ name, rates }) => `${name}: ${Math.round(rates[turn] ?? 0)}/s`)
  console.log(`turn ${turn + 1}  ${rates.join('  ')}`)
}
for (const { name, server, accepted } of runs) {
  const shown = await server.countMails?.()
  await server.stop()
  if (shown !== accepted) throw new Error(`${name} accepted ${accepted} mails and shows ${shown}`)
}

const [none, ...others] = runs
console.log('\nmedians')
const results = [none, ...others].map((run) => {
  const { name, rates, cpuMs, accepted } = run ?? { name: '', rates: [], cpuMs: 0, accepted: 0 }
  const share = median(rates.map((rate, turn) => rate / (none?.rates[turn] ?? 0)))
  const cpuMsPerMail = cpuMs / accepted
  const rate = `${Math.round(median(rates))}/s, ${share.toFixed(2)} of no rules in the same turn`
  console.log(`${name}: ${rate}, ${cpuMsPerMail.toFixed(3)} ms CPU a mail`)
  return { name, share, cpuMsPerMail, rates }
})
console.log(`Every number: ${keepResults('forwarding', where, { ...options, results })}`)
process.exit(0)
