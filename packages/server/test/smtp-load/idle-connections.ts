import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { startEngine, type Finding } from './engine.ts'
import { sendMails } from './honest-client.ts'

const count = 5_000
const atOnce = 200
const settleMs = 2_000

/** Connections that only wait cost little memory. */
export async function idleConnections(): Promise<Finding[]> {
  const engine = await startEngine()
  await sendMails(engine.port, delay(1_000))
  const before = engine.rss()
  for (let opened = 0; opened < count; opened += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => greet(engine.port)))
  }
  await delay(settleMs)
  const { connections } = await engine.report()
  const more = engine.rss() - before
  await engine.stop()
  return [
    { what: 'idle connections that were closed', measured: count - connections, atMost: 0 },
    { what: `MiB of ${count} idle connections`, measured: more, atMost: 150 },
  ]
}

/** Says EHLO, and then nothing. */
async function greet(port: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port }).on('error', () => {})
  await once(socket, 'data')
  socket.write('EHLO idle.test\r\n')
  let answer = ''
  while (!answer.includes('250 HELP')) {
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    answer += bytes.toString('latin1')
  }
}
