import { setTimeout as delay } from 'node:timers/promises'
import { startEngine } from './engine.ts'
import type { Finding } from './finding.ts'
import { sendMails } from './honest-client.ts'
import { startWorker } from './worker.ts'

const count = 5_000
const settleMs = 2_000

/** Connections that only wait cost little memory. */
export async function idleConnections(): Promise<Finding[]> {
  const engine = await startEngine()
  await sendMails(engine.port, delay(1_000))
  const before = engine.rss()
  const worker = startWorker<'ready'>('idle-connections-process.ts', { port: engine.port, count })
  await worker.said()
  await delay(settleMs)
  const { connections } = await engine.report()
  const more = engine.rss() - before
  await worker.stop()
  await engine.stop()
  return [
    { what: 'idle connections', measured: connections, unit: 'connections', exactly: count },
    {
      what: `memory of them (${((more * 1_024) / count).toFixed(1)} KiB each)`,
      measured: more,
      unit: 'MiB',
      atMost: 150,
    },
  ]
}
