import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { headOf, type Attack, type Attacker } from './attacks.ts'

/** More than the product takes of all clients. */
const connections = 8_100
/** Connections from it count as those of another machine. */
const localAddress = '127.0.0.2'
const atOnce = 200

/** One address asks so often, and each time again when it is closed. Says how often it was. */
const ask = (requestOf: (attacker: Attacker) => string): Attack =>
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
      socket.on('error', () => {}).resume()
      socket.on('close', () => {
        open.delete(socket)
        lost += 1
        if (!isOver) setTimeout(again, 100)
      })
      socket.write(request)
    }
    for (let count = 0; count < connections; count += 1) {
      again()
      if (count % atOnce === 0) await delay(5)
    }
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
)

export const openSocketsWithoutSession = ask(({ api }) =>
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
)

export const sayNothing = ask(() => '')
