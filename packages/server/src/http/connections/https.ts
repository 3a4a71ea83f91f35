import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket, type SecureContext } from 'node:tls'
import { clientGroup } from '../../lib/network/client-group.ts'
import { shownUrl } from '../../lib/network/public-url.ts'
import type { SparingLog } from '../../lib/process/sparing-log.ts'
import { createCrowds } from '../../lib/shares/crowds.ts'

type HttpsOptions = {
  secureContext: () => SecureContext
  /** Where clients are to go that came without TLS. */
  publicUrl: URL
  say: SparingLog
  handshakeMs?: number
  mostHandshakes?: number
}

/** The first byte of a client that begins TLS (RFC 8446 section 5.1). */
const handshakeRecord = 22

/**
 * Lets a server of HTTP speak HTTPS alone: its listeners, which it must have by now, are handed each connection once it is
 * encrypted. Where too many begin, the address with the most of them loses one for the next.
 */
export function serveHttps(server: Server, options: HttpsOptions) {
  const { secureContext, say, handshakeMs = 10_000, mostHandshakes = 500 } = options
  const listeners = server.listeners('connection')
  const beginning = createCrowds<Socket>()
  const open = new Map<Socket, { group: string; timer: NodeJS.Timeout }>()
  server.removeAllListeners('connection')
  server.on('connection', (raw: Socket) => {
    const group = clientGroup(raw.remoteAddress ?? '')
    if (open.size >= mostHandshakes) end(nextToGo(group) ?? raw)
    if (raw.destroyed) return
    open.set(raw, { group, timer: setTimeout(end, handshakeMs, raw).unref() })
    beginning.add(group, raw)
    raw.on('error', () => end(raw)).once('close', () => end(raw))
    raw.once('data', (first: Buffer) => {
      raw.pause()
      if (first[0] !== handshakeRecord) return refuse(raw)
      raw.unshift(first)
      secure(raw)
    })
  })

  /** Undefined where every address has one alone: the next client then has to come again. */
  function nextToGo(group: string): Socket | undefined {
    const { name, size } = beginning.largest()
    return beginning.first(size > beginning.sizeOf(group) + 1 ? name : group)
  }

  function secure(raw: Socket): void {
    const secured = new TLSSocket(raw, {
      isServer: true,
      secureContext: secureContext(),
      ALPNProtocols: ['http/1.1'],
    })
    const drop = () => end(raw)
    secured
      .on('error', drop)
      .on('close', drop)
      .on('_tlsError', (error: Error) => {
        say('info', { reason: error.message }, 'A TLS handshake of HTTPS failed')
        drop()
      })
    secured.once('secure', () => {
      forget(raw)
      for (const listener of listeners) listener.call(server, secured)
    })
  }

  function refuse(raw: Socket): void {
    const text = `This port speaks HTTPS: ${shownUrl(options.publicUrl)}\n`
    raw.end(
      'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n' +
        `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
    )
    raw.resume()
  }

  function forget(raw: Socket): void {
    const known = open.get(raw)
    if (!known) return
    clearTimeout(known.timer)
    open.delete(raw)
    beginning.remove(known.group, raw)
  }

  function end(raw: Socket): void {
    raw.destroy()
    forget(raw)
  }

  return {
    /** Ends the connections that are not encrypted yet. */
    stop: (): void => [...open.keys()].forEach(end),
  }
}
