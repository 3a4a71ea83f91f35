import { startEngine } from './engine.ts'
import type { Finding } from './finding.ts'
import { startWorker } from './worker.ts'

const mib = 1024 * 1024
const count = 50
const bytes = 25 * mib - 2
const budget = 256 * mib

/** Many big mails at once wait for each other rather than fill the memory, and arrive exact. */
export async function bigMails(): Promise<Finding[]> {
  const engine = await startEngine({ bytesInFlight: budget, hashes: true })
  const before = engine.rss()
  const startedAt = performance.now()
  const job = { port: engine.port, count, bytes }
  const worker = startWorker<{ code: number; hash: string }[]>('big-mails-process.ts', job)
  const sent = await worker.said()
  const seconds = (performance.now() - startedAt) / 1_000
  const { caught, mostInFlight } = await engine.report()
  const peak = engine.peakRss()
  await worker.stop()
  await engine.stop()
  const accepted = sent.filter(({ code }) => code === 250)
  const exact = accepted.filter(({ hash }) => caught.includes(hash))
  return [
    { what: 'big mails accepted', measured: accepted.length, unit: 'mails', exactly: count },
    {
      what: `of them caught byte for byte, in ${seconds.toFixed(1)} s`,
      measured: new Set(exact.map(({ hash }) => hash)).size,
      unit: 'mails',
      exactly: count,
    },
    {
      what: 'most of the byte budget that was used',
      measured: mostInFlight / mib,
      unit: 'MiB',
      atMost: budget / mib,
    },
    {
      // The pieces of a mail and the whole of it exist at once while it is handed over.
      what: 'peak memory more than before',
      measured: peak - before,
      unit: 'MiB',
      atMost: (2 * budget) / mib,
    },
  ]
}
