import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median } from './load/percentiles.ts'
import { runLoad } from './load/run-load.ts'
import { removeFolder, temporaryFolder } from './processes.ts'
import { readUsage } from './process-usage.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { decimals, table, whole } from './report/table.ts'
import { startMailstop } from './targets/mailstop.ts'
import { openCrowd, timeCrowd } from './wait/crowd.ts'
import { createRequests } from './wait/held-requests.ts'
import { timeLoneMails } from './wait/lone-mails.ts'

/**
 * npm run bench:wait: how soon after its 250 a mail is with the client that waits for it, and what many waits cost
 * the senders.
 */
const { values } = parseArgs({
  options: {
    samples: { type: 'string', default: '100' },
    waits: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
  },
})
const [samples, waits, perSecond, seconds, rounds] = (
  ['samples', 'waits', 'rate', 'seconds', 'rounds'] as const
).map((name) => Number(values[name])) as [number, number, number, number, number]

const restMs = 5_000

const where = circumstances()
console.log(
  `${where.processor}, ${where.cores} cores, Node ${where.node}, commit ${where.commit}\n`,
)

const dataDir = temporaryFolder()
// Starts without accounts, so that one team has all waits.
const product = await startMailstop(dataDir, {}, ['--open'])
const { origin, smtpPort } = product
const requests = createRequests(origin)
const { body } = await requests.get('/api/teams')
const team = (body as { data: { id: number }[] }).data[0]?.id ?? 0
const credentials = { username: 'bench', password: 'bench' }
const mailstop = { origin, team, smtpPort, credentials }

const lone = await timeLoneMails(requests, mailstop, samples)

const before = readUsage(product.process.pid)
const resting = await openCrowd({ origin, team }, waits)
const [opened, since] = [readUsage(product.process.pid), performance.now()]
await delay(restMs)
const rested = readUsage(product.process.pid)
const atRest = {
  addedMb: rested.rssMb - before.rssMb,
  busy: (rested.cpuMs - opened.cpuMs) / (performance.now() - since),
}
await resting.close()

const crowd = await timeCrowd(mailstop, { waits, perSecond, seconds })

const ingest: { without: number[]; with: number[] } = { without: [], with: [] }
for (let round = 1; round <= rounds; round += 1) {
  ingest.without.push(await mailsPerSecond(round))
  const held = await openCrowd({ origin, team }, waits)
  ingest.with.push(await mailsPerSecond(round))
  await held.close()
}

async function mailsPerSecond(seed: number): Promise<number> {
  const job = { port: smtpPort, credentials, connections: 10, mode: 'kept-open' as const, seed }
  const load = await runLoad({ ...job, warmUpMs: 2_000, measureMs: seconds * 1_000 })
  return load.mailsPerSecond
}

const row = (name: string, times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return [name, whole(times.length), ...[0.5, 0.95, 1].map((share) => decimals(at(share), 1))]
}
const crowdName = `${waits} waits, ${perSecond} mails/s`
console.log(
  `\n${table(
    ['from the 250 to the client', 'mails', 'p50 ms', 'p95 ms', 'longest'],
    [row('one wait', lone), row(crowdName, crowd.times)],
  )}`,
)
const share = median(ingest.with) / median(ingest.without)
console.log(
  [
    '',
    `waits that got no answer: ${crowd.missed}`,
    `mails/s without waits ${whole(median(ingest.without))}, with ${waits} ${whole(median(ingest.with))}: ${decimals(share, 3)}`,
    `${waits} waits at rest take ${whole(atRest.addedMb)} MB and ${decimals(atRest.busy * 100, 1)} % of a processor`,
  ].join('\n'),
)
requests.close()
await product.process.stop()
removeFolder(dataDir)
const results = { lone, atRest, crowd, ingest }
console.log(`\nEvery number: ${keepResults('wait', where, { ...values, ...results })}`)
process.exit(crowd.missed === 0 ? 0 : 1)
