import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientGroup } from '../../lib/network/client-group.ts'
import { createCrowds } from '../../lib/shares/crowds.ts'

/** Well below the number of files that a process may have open; SMTP and the store need files too. */
const mostConnections = 8_000
/** No browser sends a request before the last reply; Node would begin with all of them at once. */
const mostRequestsAtOnce = 8
/** Kept beyond the others for health checks. */
const mostSpare = 16

type Limits = {
  connections?: number
  requestsAtOnce?: number
  /** Returns the address that a request came from, behind proxies too. */
  clientAddress?: (request: IncomingMessage) => string
  /** Whether a url is answered although all connections are in use. */
  isHealth?: (url: string) => boolean
}

/**
 * The order in which connections make way: first those that wait for their client, with no request or half of one;
 * then websockets of a user, as a browser opens another one by itself; then those that wait for us.
 */
const states = ['unfinished', 'live', 'waiting'] as const
type State = (typeof states)[number]

type Connection = {
  /** The address of the socket owns it. */
  ownGroup: string
  /** The client whose request is under way owns it. */
  group: string
  state: State
  isAnswering: boolean
  /** Holds back requests that were sent before the last reply; each waits for that reply. */
  next: (() => void)[]
  /** The request under way whose body has not come whole. */
  unfinished: IncomingMessage | null
}

/**
 * Bounds the connections of all clients and the requests of one connection. Where there are too many connections, the
 * address with the most loses one for the next. Call it once the server has its listeners.
 */
export function limitConnections(
  server: Server,
  {
    connections: most = mostConnections,
    requestsAtOnce = mostRequestsAtOnce,
    clientAddress = ({ socket }) => socket.remoteAddress ?? '',
    isHealth = () => false,
  }: Limits = {},
) {
  const open = new Map<Socket, Connection>()
  const all = createCrowds<Socket>()
  const inState = {
    unfinished: createCrowds<Socket>(),
    live: createCrowds<Socket>(),
    waiting: createCrowds<Socket>(),
  }
  const spare = new Set<Socket>()

  server.on('connection', (socket: Socket) => {
    endWithItsSocket(socket)
    const group = clientGroup(socket.remoteAddress ?? '')
    if (open.size >= most && !makeWay(group)) return admitSpare(socket)
    open.set(socket, {
      ownGroup: group,
      group,
      state: 'unfinished',
      isAnswering: false,
      next: [],
      unfinished: null,
    })
    all.add(group, socket)
    inState.unfinished.add(group, socket)
    socket.once('close', () => forget(socket))
  })

  server.on('upgrade', (request: IncomingMessage) => {
    const { socket } = request
    // Node has removed its own listener: without one, a client that resets the connection ends the process.
    socket.on('error', () => {})
    if (spare.has(socket)) socket.destroy()
    else moveTo(socket, clientGroup(clientAddress(request)), 'unfinished')
  })

  // Runs ahead of the handlers: Node still processes what it has read from a connection that was ended.
  const answering = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    if (socket.destroyed) return
    const connection = open.get(socket)
    const answer = () => {
      if (connection) follow(connection, request, response)
      for (const each of answering) each.call(server, request, response)
    }
    if (!connection) {
      if (!isHealth(request.url ?? '')) return refuse(response)
      response.setHeader('connection', 'close')
      return answer()
    }
    if (!connection.isAnswering) return answer()
    connection.next.push(answer)
    if (connection.next.length >= requestsAtOnce) socket.destroy()
  })

  /** Counts the connection for the client whose request it carries, until that is answered. */
  function follow(connection: Connection, request: IncomingMessage, response: ServerResponse) {
    const { socket, headers } = request
    const group = clientGroup(clientAddress(request))
    connection.isAnswering = true
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
      connection.unfinished = request
      request.once('end', () => {
        if (connection.unfinished !== request) return
        connection.unfinished = null
        settle(socket)
      })
    }
    settle(socket, group)
    response.once('close', () => {
      connection.isAnswering = false
      connection.unfinished = null
      settle(socket, connection.ownGroup)
      // After `Connection: close` no further request is taken (RFC 9112, section 9.6).
      if (socket.writable) connection.next.shift()?.()
    })
  }

  /** Call it after a state has changed. */
  function settle(socket: Socket, group = open.get(socket)?.group): void {
    const connection = open.get(socket)
    if (!connection || group === undefined) return
    const isOurs = connection.isAnswering && connection.unfinished === null
    moveTo(socket, group, isOurs ? 'waiting' : 'unfinished')
  }

  function moveTo(socket: Socket, group: string, state: State): void {
    const connection = open.get(socket)
    if (!connection) return
    if (group !== connection.group) {
      all.remove(connection.group, socket)
      all.add(group, socket)
    }
    // Runs also where nothing changes: the connection then goes behind the others.
    inState[connection.state].remove(connection.group, socket)
    inState[state].add(group, socket)
    Object.assign(connection, { group, state })
  }

  function forget(socket: Socket): void {
    const connection = open.get(socket)
    if (!connection) return
    open.delete(socket)
    all.remove(connection.group, socket)
    inState[connection.state].remove(connection.group, socket)
  }

  /** False when no connection may be ended for the next one. */
  function makeWay(group: string): boolean {
    const socket = nextToGo(group)
    if (!socket) return false
    socket.destroy()
    // A socket counts until it is forgotten, and it closes later.
    forget(socket)
    return true
  }

  /**
   * Chooses a connection of the address with the most, unless the next one would have as many. Among equal addresses
   * one without a whole request goes first, and an address with the most loses one of its own.
   */
  function nextToGo(group: string): Socket | undefined {
    const { name, size } = all.largest()
    const own = all.sizeOf(group)
    if (size > own + 1) {
      return states.map((state) => inState[state].first(name)).find((socket) => socket)
    }
    const { unfinished } = inState
    return unfinished.first(own >= size ? group : unfinished.largest().name)
  }

  /** The next one takes the place of the first: health checks come often. */
  function admitSpare(socket: Socket): void {
    if (spare.size >= mostSpare) {
      const [first] = spare
      first?.destroy()
      if (first) spare.delete(first)
    }
    spare.add(socket)
    socket.once('close', () => spare.delete(socket))
  }

  return {
    /** From now on the websocket belongs to a user. */
    isLive(socket: Socket): void {
      const connection = open.get(socket)
      if (connection) moveTo(socket, connection.group, 'live')
    },
    size: () => open.size + spare.size,
  }
}

/** What Node's parser takes from `onIncoming` for an upgrade: nothing behind the request is a request. */
const endsParsing = 2

/**
 * Lets Node's parser end with its socket. Otherwise the parser goes through all that was read: the requests behind
 * the one that ended the connection, 270 of them in 64 KB, cost nine times as much as answered ones. Node has no
 * public way for this, so a version without these names costs as before.
 */
function endWithItsSocket(socket: Socket & { parser?: { onIncoming?: unknown } | null }): void {
  const { parser } = socket
  const onIncoming = parser?.onIncoming
  if (!parser || typeof onIncoming !== 'function') return
  parser.onIncoming = (...request: unknown[]): unknown => {
    const outcome: unknown = onIncoming(...request)
    return socket.destroyed ? endsParsing : outcome
  }
}

function refuse(response: ServerResponse): void {
  response.writeHead(503, { connection: 'close', 'retry-after': '5' })
  response.end('All connections of this server are in use. Try again in a moment.\n')
}
