import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { clientAddress } from '../../lib/network/client-group.ts'
import { createNetworks } from '../../lib/network/networks.ts'
import type { PortTls } from '../../lib/network/smtp-ports.ts'
import type { SparingLog } from '../../lib/process/sparing-log.ts'
import type { SmtpLimits } from '../limits/limits.ts'
import { readProxyHeader } from './proxy-header.ts'

/** The other end of a connection. */
export type SmtpClient = {
  address: string
  /** The load balancer itself, which checks this server's health, or cannot name its client. */
  isProxy: boolean
}

type ProxiedSocketsDeps = {
  /** Addresses and CIDR ranges of load balancers. */
  proxies: string[]
  limits: Pick<SmtpLimits, 'connections' | 'proxyHeaders' | 'proxyHeaderMs'>
  accept: (socket: Socket, tls: PortTls, client: SmtpClient) => void
  /** Too many connections have not sent their header. */
  turnAway: (socket: Socket, tls: PortTls) => void
  refused: () => void
  say: SparingLog
}

/**
 * Finds the client of a connection. Connections of a load balancer begin with a header of the PROXY protocol, also
 * before TLS. A connection without it is ended: its client would be taken for the balancer.
 */
export function createProxiedSockets(deps: ProxiedSocketsDeps) {
  const { limits, accept, say } = deps
  const isProxy = createNetworks(deps.proxies)
  const waiting = new Set<Socket>()
  const most = Math.min(limits.proxyHeaders, limits.connections)

  function readHeader(socket: Socket, tls: PortTls, proxy: string): void {
    let received: Buffer = Buffer.alloc(0)
    const timer = setTimeout(() => refuse('No header came in time'), limits.proxyHeaderMs).unref()
    waiting.add(socket)
    // A balancer that only checks whether the port is open sends nothing.
    socket.on('data', onData).on('end', leave).on('error', leave).on('close', leave)

    function onData(chunk: Buffer): void {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const header = readProxyHeader(received)
      if (header.kind === 'incomplete') return
      if (header.kind === 'malformed') return refuse('The connection began with something else')
      settle()
      socket.pause()
      const rest = received.subarray(header.bytes)
      if (rest.length > 0) socket.unshift(rest)
      const { address } = header
      accept(socket, tls, { address: address ?? proxy, isProxy: address === null })
    }

    function refuse(reason: string): void {
      deps.refused()
      say(
        'warn',
        { proxy, reason },
        'A connection of SMTP_PROXIES had no header of the PROXY protocol',
      )
      leave()
    }

    function leave(): void {
      settle()
      socket.on('error', () => {})
      socket.destroy()
    }

    function settle(): void {
      clearTimeout(timer)
      waiting.delete(socket)
      socket.off('data', onData).off('end', leave).off('error', leave).off('close', leave)
    }
  }

  return {
    isProxy,
    open(socket: Socket, tls: PortTls): void {
      const address = clientAddress(socket.remoteAddress)
      if (!isProxy(address)) accept(socket, tls, { address, isProxy: false })
      else if (waiting.size >= most) deps.turnAway(socket, tls)
      else readHeader(socket, tls, address)
    },
    /** Ends sockets whose header has not come yet. */
    destroy(): void {
      for (const socket of waiting) socket.destroy()
    },
  }
}
