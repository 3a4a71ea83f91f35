import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { FairShares } from '../lib/shares/fair-shares.ts'
import { clientHungUp, type Sharer } from '../lib/shares/served-client.ts'

/**
 * Websockets without a protocol on top, which only the server uses to send. What a client sends is read only as far
 * as websockets need it, and little of it: nothing is unpacked, kept or answered but pings. A client that reads too
 * slowly, sends too much or does not answer pings is cut off.
 */
export type PlainSocket = {
  send(text: string): void
  /** The code is one of RFC 6455 section 7.4 or of our own. */
  close(code: number, reason: string): void
}

type PlainSocketDeps<Client> = {
  /** Whole paths, without a query. */
  paths: readonly string[]
  /** Authenticates who opens a socket; throws where this is not allowed. */
  admit: (request: IncomingMessage) => Promise<Client>
  /** The answer to a handshake that `admit` threw at. */
  refuse: (error: unknown) => { status: string; headers: Record<string, string>; body: string }
  /** A socket is open. Returns what is called once it is closed. */
  opened: (client: Client, socket: PlainSocket) => () => void
  /** Slots for handshakes, since each of them queries the store. */
  handshakes: FairShares
  /** Handshakes are divided by address: who asks is not known yet. */
  strangerOf: (request: IncomingMessage) => Sharer
  /** Runs `work` repeatedly; returns a function that ends it. */
  every: (work: () => void, ms: number) => () => void
  /** Bytes that all clients together may be behind. */
  mostBufferedInAll?: number
}

/** Mailpit's interval: proxies end connections that are silent for a minute. */
const pingMs = 54_000
/** The bytes that a client may send between two pings; a pong has 6. */
const mostReceived = 16 * 1024
/** The longest message that a client may send; none is read. */
const mostPayload = 1_024
/** Frames that a client may be behind, and their bytes. */
const mostBehind = 256
const mostBuffered = 1024 * 1024
const usualBufferedInAll = 32 * 1024 * 1024
/** How long a client has for its part of the closing handshake. */
const closeMs = 1_000

/** `buffered`: bytes that this client is behind, as far as they are in the sum of all. */
type Open = { isAlive: boolean; received: number; buffered: number }

export function createPlainSockets<Client>(deps: PlainSocketDeps<Client>) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: mostPayload,
    skipUTF8Validation: true,
  })
  const { mostBufferedInAll = usualBufferedInAll } = deps
  const open = new Map<WebSocket, Open>()
  let bufferedInAll = 0
  let stopPings: (() => void) | null = null
  let hasStopped = false

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const hungUp = new AbortController()
    const hangUp = () => hungUp.abort(clientHungUp)
    // It is closed then, which is all there is to know.
    socket.on('error', () => {})
    socket.once('close', hangUp)
    const { signal } = hungUp
    const client = { ...deps.strangerOf(request), connection: socket, signal }
    let admitted: Client
    try {
      admitted = await deps.handshakes.within(1, () => deps.admit(request), client)
    } catch (error) {
      return answer(socket, deps.refuse(error))
    }
    socket.off('close', hangUp)
    if (hasStopped || socket.destroyed) socket.destroy()
    else server.handleUpgrade(request, socket, head, (ws) => begin(ws, socket, admitted))
  }

  function begin(ws: WebSocket, connection: Duplex, client: Client): void {
    const state: Open = { isAlive: true, received: 0, buffered: 0 }
    open.set(ws, state)
    stopPings ??= deps.every(ping, pingMs)
    ws.on('error', () => {})
    ws.on('pong', () => (state.isAlive = true))
    connection.on('data', (chunk: Buffer) => {
      state.received += chunk.length
      if (state.received > mostReceived) ws.terminate()
    })
    const closed = deps.opened(
      client,
      plainSocket(ws, () => countBuffered(ws)),
    )
    ws.once('close', () => {
      forget(ws)
      if (open.size === 0) endPings()
      closed()
    })
  }

  /** Where all together are too far behind, the client that is most is cut off. */
  function countBuffered(ws: WebSocket): void {
    const state = open.get(ws)
    if (!state) return
    bufferedInAll += ws.bufferedAmount - state.buffered
    state.buffered = ws.bufferedAmount
    if (bufferedInAll <= mostBufferedInAll) return
    const [most] = [...open].reduce((a, b) => (b[1].buffered > a[1].buffered ? b : a))
    forget(most)
    most.terminate()
  }

  function forget(ws: WebSocket): void {
    bufferedInAll -= open.get(ws)?.buffered ?? 0
    open.delete(ws)
  }

  function ping(): void {
    for (const [ws, state] of open) {
      if (!state.isAlive) {
        ws.terminate()
        continue
      }
      state.isAlive = false
      state.received = 0
      ws.ping()
    }
  }

  function endPings(): void {
    stopPings?.()
    stopPings = null
  }

  return {
    attach(httpServer: Server): void {
      httpServer.on('upgrade', (request, socket, head) => {
        if (isFor(deps.paths, request.url)) void upgrade(request, socket, head)
      })
    },
    size: () => open.size,
    stop(): void {
      hasStopped = true
      endPings()
      for (const ws of open.keys()) closeSoon(ws, 1012, 'The server restarts')
    },
  }
}

export const isFor = (paths: readonly string[], url = ''): boolean =>
  paths.includes(url.split('?', 1)[0] ?? '')

function plainSocket(ws: WebSocket, countBuffered: () => void): PlainSocket {
  let behind = 0
  const sent = () => {
    behind -= 1
    countBuffered()
  }
  return {
    send(text) {
      if (ws.readyState !== WebSocket.OPEN) return
      // What the system has taken counts as sent, though its callback comes later.
      const isBehind = behind >= mostBehind && ws.bufferedAmount > 0
      if (isBehind || ws.bufferedAmount > mostBuffered) return ws.terminate()
      behind += 1
      ws.send(text, sent)
      countBuffered()
    },
    close: (code, reason) => closeSoon(ws, code, reason),
  }
}

/** Even where the client does not answer. */
function closeSoon(ws: WebSocket, code: number, reason: string): void {
  ws.close(code, reason)
  setTimeout(() => ws.terminate(), closeMs).unref()
}

type Answer = ReturnType<PlainSocketDeps<unknown>['refuse']>

function answer(socket: Duplex, { status, headers, body }: Answer): void {
  const lines = Object.entries({
    ...headers,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
}
