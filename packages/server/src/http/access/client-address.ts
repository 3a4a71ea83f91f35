import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { clientAddress } from '../../lib/network/client-group.ts'
import { createNetworks } from '../../lib/network/networks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent it, according to the proxies that we trust: an address, or empty once the client hung up. */
    readonly clientAddress: string
  }
}

/**
 * The address that a request comes from. Each trusted proxy adds the address of its own client at the end of
 * X-Forwarded-For, so the header is read from there, for as long as the writer is trusted. Text that is no address
 * ends the reading: the request then counts as the proxy's that wrote it.
 */
export function createClientAddress(
  trustedProxies: string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const isTrusted = createNetworks(trustedProxies)
  return ({ headers, socket }) => {
    let nearest = withoutZone(socket.remoteAddress ?? '')
    const hops = isTrusted(nearest) ? [headers['x-forwarded-for'] ?? ''].flat().join() : ''
    for (const hop of hops.split(',').toReversed()) {
      const address = isTrusted(nearest) ? addressIn(hop.trim()) : null
      if (address === null) break
      nearest = address
    }
    return clientAddress(nearest)
  }
}

/** An address, by itself or with a port: `192.0.2.1:80`, `[2001:db8::1]`, `[2001:db8::1]:80`. */
function addressIn(text: string): string | null {
  // No address is longer, but a zone has no limit.
  if (text.length > 80) return null
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? []
  if (inBrackets !== undefined && isIP(withoutZone(inBrackets)) !== 6) return null
  const address = withoutZone(inBrackets ?? beforePort ?? text)
  return isIP(address) === 0 ? null : address
}

/** A zone has a meaning only on the machine that wrote it (RFC 4007 section 11). */
const withoutZone = (address: string) => address.replace(/%.*$/s, '')
