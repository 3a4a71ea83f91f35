import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { startEngine, type Finding } from './engine.ts'
import { p99, sendMails } from './honest-client.ts'

const clients = 1_000
/** A person may have so many of them that wait. */
const ofPerson = 200
const idleMs = 5_000

/** Clients that a scenario lets wait cost the others nothing, and little memory. */
export async function delayedClients(): Promise<Finding[]> {
  const engine = await startEngine()
  await sendMails(engine.port, delay(1_000))
  const before = await sendMails(engine.port, delay(idleMs))
  const held = engine.rss()
  const waiting: Socket[] = []
  let answered = 0
  for (let index = 0; index < clients; index += 1) {
    waiting.push(await open(engine.port, Math.floor(index / ofPerson), () => (answered += 1)))
  }
  const among = await sendMails(engine.port, delay(idleMs))
  const more = engine.rss() - held
  const { connections } = await engine.report()
  for (const socket of waiting) socket.destroy()
  const after = await sendMails(engine.port, delay(idleMs))
  await engine.stop()
  const idle = p99([...before, ...after])
  return [
    { what: 'delayed clients that do not wait', measured: clients - connections, atMost: 0 },
    { what: 'delayed clients that were answered', measured: answered, atMost: 0 },
    {
      what: `honest p99 among them, in times of ${idle.toFixed(2)} ms alone`,
      measured: p99(among) / idle,
      atMost: 2,
    },
    { what: `MiB of ${clients} delayed clients`, measured: more, atMost: 100 },
  ]
}

/** Logs in for a team of the person, and begins a mail whose reply is delayed. */
function open(port: number, person: number, onAnswer: () => void): Promise<Socket> {
  const name = `delayed-${person}`
  const login = Buffer.from(`\0${name}\0load`).toString('base64')
  const socket = connect({ host: '127.0.0.1', port }).on('error', () => {})
  socket.write(`EHLO delayed\r\nAUTH PLAIN ${login}\r\nMAIL FROM:<a@b>\r\n`)
  return new Promise((resolve) => {
    let said = ''
    socket.on('data', (bytes: Buffer) => {
      said += bytes.toString('latin1')
      if (said.includes('\r\n235 ')) resolve(socket)
      if (/\r\n235 .*\r\n.+/.test(said)) onAnswer()
    })
  })
}
