import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { startEngine, type Engine, type Finding } from './engine.ts'
import { p99, sendMails } from './honest-client.ts'

const clients = 1_000
const everyMs = 2_000
const deadlineMs = 10_000
const idleMs = 5_000
const lingerMs = 1_000
/** Deadlines are looked at now and then, and a client may take some time to see its end. */
const slackMs = 4_000

const login = `AUTH PLAIN ${Buffer.from('\0load\0load').toString('base64')}\r\n`
const opened = `EHLO slow\r\n${login}MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\n`

/** What is sent at once, how many replies it gets, and what then comes byte by byte. */
const phases: { tls?: boolean; start: string; replies: number; drip: string }[] = [
  { start: '', replies: 1, drip: '' },
  { start: '', replies: 1, drip: 'EHLO a-very-slow-client' },
  { start: 'EHLO slow\r\n', replies: 2, drip: 'STARTTLS' },
  { start: 'EHLO slow\r\nSTARTTLS\r\n', replies: 3, drip: '\u0016\u0003\u0001\u0002\0\u0001' },
  { tls: true, start: '', replies: 0, drip: '\u0016\u0003\u0001\u0002\0\u0001' },
  { start: 'EHLO slow\r\nAUTH LOGIN\r\n', replies: 3, drip: 'bG9hZGxvYWQ=' },
  { start: `EHLO slow\r\n${login}`, replies: 3, drip: 'MAIL FROM:<somebody@slow.test>' },
  { start: opened, replies: 5, drip: 'DATA' },
  { start: `${opened}DATA\r\n`, replies: 6, drip: 'Subject: slow\r\n' },
  { start: `${opened}BDAT 1000\r\n`, replies: 5, drip: 'Subject: slow\r\n' },
]

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
  const slow = Array.from({ length: clients }, (_, index) => open(engine, index))
  await Promise.all(slow.map(({ ready }) => ready))
  const { connections } = await engine.report()
  const startedAt = performance.now()
  const closed = Promise.all(slow.map((one) => one.closed))
  const among = await sendMails(engine.port, Promise.race([closed, delay(deadlineMs - everyMs)]))
  await Promise.race([closed, delay(deadlineMs + slackMs)])
  const tookMs = performance.now() - startedAt
  const left = await leftAfter(engine, performance.now() + lingerMs)
  const after = await sendMails(engine.port, delay(idleMs))
  await engine.stop()
  const idle = p99([...before, ...after])
  return [
    { what: 'slow clients that never were', measured: clients - connections, atMost: 0 },
    {
      what: `honest p99 among them, in times of ${idle.toFixed(2)} ms alone`,
      measured: p99(among) / idle,
      atMost: 2,
    },
    { what: 'slow clients that are left', measured: left, atMost: 0 },
    {
      what: 'seconds until the last was closed',
      measured: tookMs / 1_000,
      atMost: (deadlineMs + slackMs) / 1_000,
    },
  ]
}

/** A client that says a byte now and then, for ever in one phase of a session. */
function open({ port, tlsPort }: Engine, index: number) {
  const { tls, start, replies, drip } = phases[index % phases.length] as (typeof phases)[number]
  const socket = connect({ host: '127.0.0.1', port: tls ? tlsPort : port }).on('error', () => {})
  async function beginToDrip(): Promise<void> {
    await answered(socket, start, replies)
    let at = 0
    const timer = setInterval(() => {
      socket.write(drip.charAt(at++ % Math.max(1, drip.length)), 'latin1')
    }, everyMs)
    socket.once('close', () => clearInterval(timer))
  }
  return { ready: beginToDrip(), closed: new Promise((resolve) => socket.once('close', resolve)) }
}

async function answered(socket: Socket, start: string, replies: number): Promise<void> {
  let read = 0
  await new Promise<void>((resolve) => {
    socket.once('connect', () => {
      socket.write(start)
      if (replies === 0) resolve()
    })
    socket.on('data', (bytes: Buffer) => {
      read += bytes.toString('latin1').match(/^\d{3} .*\r$/gm)?.length ?? 0
      if (read >= replies) resolve()
    })
  })
}

/** Connections that remain once the server has seen that its clients are gone. */
async function leftAfter(engine: Engine, until: number): Promise<number> {
  for (;;) {
    const { connections } = await engine.report()
    if (connections === 0 || performance.now() > until) return connections
    await delay(20)
  }
}
