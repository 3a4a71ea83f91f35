import { createToken, type Team } from '@mailstop/contract'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { benchTeam } from './inbox/bench-team.ts'
import { fillTeam } from './inbox/fill-team.ts'
import { sampleMails, sendMail } from './load/sample-mails.ts'
import { openSession } from './load/smtp-session.ts'
import { removeFolder, temporaryFolder } from './processes.ts'
import { readUsage } from './process-usage.ts'
import { circumstances, keepResults } from './report/results-file.ts'
import { decimals, table, whole } from './report/table.ts'
import { startMailstop } from './targets/mailstop.ts'
import { createMailstopApi, logIn } from './targets/mailstop-api.ts'
import { createRequests, type Requests } from './wait/held-requests.ts'

/**
 * npm run bench:pollers: what clients of Mailpit cost that ask for the list again and again, as most of them
 * do, on a large inbox: at rest, and while mail arrives.
 */
const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '100000' },
    pollers: { type: 'string', default: '50' },
    every: { type: 'string', default: '500' },
    rate: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '30' },
    keep: { type: 'string' },
  },
})
const [mails, pollers, everyMs, rate, seconds] = (
  ['mails', 'pollers', 'every', 'rate', 'seconds'] as const
).map((name) => Number(values[name])) as [number, number, number, number, number]

const perPage = 50
const warmUpMs = 5_000

const where = circumstances()
const load = decimals(where.loadBefore, 2)
console.log(
  `${where.processor}, ${where.cores} cores, load ${load}, Node ${where.node}, commit ${where.commit}\n`,
)

const dataDir = values.keep ?? temporaryFolder()
const { id: teamId } = await benchTeam(dataDir, null)
const onProgress = (done: number) =>
  process.stderr.write(`\rfilling: ${whole(done)} of ${whole(mails)}`)
await fillTeam({ dataDir, databaseUrl: null, teamId, mails, onProgress })
process.stderr.write('\n')

const product = await startMailstop(dataDir)
const api = createMailstopApi(product.origin)
const team = await logIn(api)
const body = { name: 'Pollers', scopes: ['mail:read' as const], expires_in_days: null }
const made = await api.call(createToken, { params: { team: String(team.id) }, body })
const login = Buffer.from(`poller:${made.data.token}`).toString('base64')
const requests = createRequests(product.origin, undefined, { authorization: `Basic ${login}` })

const atRest = await poll(requests)
const arriving = startArriving(team, product.smtpPort)
const whileArriving = await poll(requests)
const arrived = await arriving.stop()

const row = (name: string, { times, busy }: Polled) => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  const spent = [0.5, 0.95, 1].map((share) => decimals(at(share), 1))
  return [name, whole(times.length), ...spent, decimals(busy * 100, 1)]
}
console.log(
  table(
    [`${pollers} pollers, ${everyMs} ms`, 'answers', 'p50 ms', 'p95 ms', 'longest', '% of a core'],
    [row('at rest', atRest), row(`${rate} mails/s arrive`, whileArriving)],
  ),
)
requests.close()
await product.process.stop()
if (values.keep === undefined) removeFolder(dataDir)
const results = { atRest, whileArriving, arrived }
console.log(`\nEvery number: ${keepResults('pollers', where, { ...values, ...results })}`)
process.exit(0)

type Polled = { times: number[]; busy: number }

/** The processor time is that of the server alone, all of its threads. */
async function poll({ get }: Requests): Promise<Polled> {
  const times: number[] = []
  const begin = performance.now() + warmUpMs
  const end = begin + seconds * 1_000

  async function ask(poller: number): Promise<void> {
    // Not all at once: the first of each is somewhere within the gap.
    await delay((poller * everyMs) / pollers)
    for (let due = performance.now(); due < end; due += everyMs) {
      await delay(Math.max(0, due - performance.now()))
      const askedAt = performance.now()
      const { status, body: page, at } = await get('/api/v1/messages', { limit: String(perPage) })
      const count = (page as { count?: number } | null)?.count
      if (status !== 200 || count !== Math.min(perPage, mails)) {
        throw new Error(`A poller got ${status} and ${count} mails`)
      }
      if (askedAt >= begin) times.push(at - askedAt)
    }
  }

  const asking = Promise.all(Array.from({ length: pollers }, (_, poller) => ask(poller)))
  await Promise.race([delay(warmUpMs), asking])
  const [before, since] = [readUsage(product.process.pid), performance.now()]
  await asking
  const after = readUsage(product.process.pid)
  return { times, busy: (after.cpuMs - before.cpuMs) / (performance.now() - since) }
}

function startArriving({ smtp_username, smtp_password }: Team, port: number) {
  const end = new AbortController()
  async function send(): Promise<number> {
    const credentials = { username: smtp_username, password: smtp_password }
    const session = await openSession(port, credentials)
    const samples = sampleMails(1, 100)
    let sent = 0
    for (let due = performance.now(); !end.signal.aborted; due += 1_000 / rate) {
      await delay(Math.max(0, due - performance.now()))
      await sendMail(session, samples[sent % samples.length] as (typeof samples)[0], sent)
      sent += 1
    }
    await session.quit()
    return sent
  }
  const sending = send()
  return {
    async stop(): Promise<number> {
      end.abort()
      return sending
    },
  }
}
