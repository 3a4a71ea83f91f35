import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientGroup } from '../lib/client-group.ts'

/** Well below the files that a process may have open, of which SMTP and the store need theirs. */
const mostConnections = 8_000
/** No browser sends a request before the reply to the last; Node would answer all of them at once. */
const mostRequestsAtOnce = 8

type Limits = { connections?: number; requestsAtOnce?: number }
type Connection = { group: string; underWay: number; upgraded: boolean }

/**
 * Bounds the connections of all clients and the requests of one connection. Where there are too
 * many connections, an idle one of the address with the most idle ones is closed for the next: those that
 * hold a request open, as a wait for mail does, are not idle. To be called once the server has its listeners.
 */
export function limitConnections(
  server: Server,
  { connections: most = mostConnections, requestsAtOnce = mostRequestsAtOnce }: Limits = {},
): void {
  const open = new Map<Socket, Connection>()
  const byGroup = new Map<string, Set<Socket>>()

  server.on('connection', (socket: Socket) => {
    if (open.size >= most && !makeWay()) return void socket.destroy()
    const group = clientGroup(socket.remoteAddress ?? '')
    const others = byGroup.get(group) ?? new Set()
    byGroup.set(group, others.add(socket))
    open.set(socket, { group, underWay: 0, upgraded: false })
    socket.once('close', () => forget(socket))
  })

  server.on('upgrade', ({ socket }: IncomingMessage) => {
    const connection = open.get(socket)
    if (connection) connection.upgraded = true
  })

  // Before the handlers: Node still processes what it has read from a connection that was ended.
  const answering = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = open.get(socket)
    if (!connection || socket.destroyed) return
    if (connection.underWay >= requestsAtOnce) return void socket.destroy()
    connection.underWay += 1
    response.once('close', () => (connection.underWay -= 1))
    for (const answer of answering) answer.call(server, request, response)
  })

  function forget(socket: Socket): void {
    const { group = '' } = open.get(socket) ?? {}
    open.delete(socket)
    const others = byGroup.get(group)
    others?.delete(socket)
    if (others?.size === 0) byGroup.delete(group)
  }

  /** False when all connections are in use. */
  function makeWay(): boolean {
    const idle = [...byGroup.values()].map((sockets) => [...sockets].filter(isIdle))
    const [socket] = idle.reduce((a, b) => (b.length > a.length ? b : a), [])
    if (!socket) return false
    socket.destroy()
    // At once: it counts until it is closed.
    forget(socket)
    return true
  }

  function isIdle(socket: Socket): boolean {
    const { underWay = 0, upgraded = false } = open.get(socket) ?? {}
    return underWay === 0 && !upgraded
  }
}
