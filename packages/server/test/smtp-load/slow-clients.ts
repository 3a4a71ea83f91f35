import { setTimeout as delay } from 'node:timers/promises'
import { startEngine, type Engine } from './engine.ts'
import type { Finding } from './finding.ts'
import { p99, sendMails } from './honest-client.ts'
import { startWorker } from './worker.ts'

const clients = 1_000
const everyMs = 2_000
const deadlineMs = 10_000
const idleMs = 5_000
const lingerMs = 1_000
/** Deadlines are looked at now and then, and a client may take some time to see its end. */
const slackMs = 4_000

/** Slow clients in every phase of a session lose it by its deadline, and cost the others nothing. */
export async function slowClients(): Promise<Finding[]> {
  const engine = await startEngine({
    commandMs: deadlineMs,
    dataMs: deadlineMs,
    tlsHandshakeMs: deadlineMs,
    lingerMs,
  })
  // What is compiled only later would count as idle time.
  await sendMails(engine.port, delay(1_000))
  const before = await sendMails(engine.port, delay(idleMs))
  const { port, tlsPort } = engine
  const worker = startWorker<'ready' | 'closed'>('slow-clients-process.ts', {
    port,
    tlsPort,
    clients,
    everyMs,
  })
  await worker.said()
  const { connections } = await engine.report()
  const startedAt = performance.now()
  const closed = worker.said()
  const among = await sendMails(port, Promise.race([closed, delay(deadlineMs - everyMs)]))
  await Promise.race([closed, delay(deadlineMs + slackMs)])
  const tookMs = performance.now() - startedAt
  const left = await leftAfter(engine, performance.now() + lingerMs)
  const after = await sendMails(port, delay(idleMs))
  await worker.stop()
  await engine.stop()
  const idle = p99([...before, ...after])
  return [
    { what: 'slow clients at once', measured: connections, unit: 'connections', atLeast: clients },
    {
      what: `honest p99 among them (idle: ${idle.toFixed(2)} ms, ${among.length} mails)`,
      measured: p99(among) / idle,
      unit: 'times idle',
      atMost: 2,
    },
    { what: 'slow clients that are left', measured: left, unit: 'connections', exactly: 0 },
    {
      what: 'the last of them was closed after',
      measured: tookMs / 1_000,
      unit: 's',
      atMost: (deadlineMs + slackMs) / 1_000,
    },
  ]
}

/** Connections that remain once the server has seen that its clients are gone. */
async function leftAfter(engine: Engine, until: number): Promise<number> {
  for (;;) {
    const { connections } = await engine.report()
    if (connections === 0 || performance.now() > until) return connections
    await delay(20)
  }
}
