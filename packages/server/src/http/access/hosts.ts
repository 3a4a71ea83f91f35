import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../errors.ts'
import { isHostIn, type HostPattern } from '../../lib/network/host-names.ts'

/**
 * Which host names and origins the server answers for. A Host header that is not ours is how DNS
 * rebinding reaches a server; an Origin that is not ours is another site's page. On a local address
 * any port is ours, since forwarded and development ports differ from the configured one, but a
 * page must still come from the very host and port it talks to: cookies do not distinguish ports.
 */
export type Hosts = ReturnType<typeof createHosts>

/** A scheme, a name (RFC 1035 section 2.3.4) and a port. */
const longestOrigin = 300

/**
 * Whether a request names two hosts: a proxy may have checked the other one (RFC 9112 section 3.2). The target may
 * name one too, and Host has to be the same.
 */
export function namesTwoHosts(request: Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'url'>) {
  const { rawHeaders, headers, url = '' } = request
  const named = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host')
  const inTarget = /^[^/?#]+:\/\/([^/?#]*)/.exec(url)?.[1]
  const isOther = inTarget !== undefined && inTarget.toLowerCase() !== headers.host?.toLowerCase()
  return named.length > 1 || isOther
}

const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** `openHosts` are the names of a server in open mode beside its own. */
export function createHosts(publicUrl: URL, openHosts: readonly HostPattern[] = []) {
  const isLocal = localNames.has(publicUrl.hostname)

  function canonical(host: string | undefined): string | null {
    if (!host || !/^[\w.:[\]-]+$/.test(host)) return null
    const url = URL.parse(`${publicUrl.protocol}//${host}`)
    return url && url.pathname === '/' ? url.host : null
  }

  function hostAllowed(host: string | undefined): boolean {
    const known = canonical(host)
    if (known === null) return false
    if (known === publicUrl.host) return true
    const { hostname } = new URL(`http://${known}`)
    if (isHostIn(openHosts, hostname)) return true
    return isLocal && localNames.has(hostname)
  }

  function sentenceOf(host: string | undefined): string | undefined {
    const isOpen = openHosts.length > 0
    if (!isOpen && !isLocal) return undefined
    const asked = canonical(host) ?? 'this name'
    const taken = [isLocal ? publicUrl.hostname : publicUrl.host, ...openHosts].join(', ')
    const setting = isOpen ? 'OPEN_HOSTS' : 'PUBLIC_URL'
    return `This server does not answer for ${asked}, only for ${taken}: ${setting} names another.`
  }

  return {
    hostAllowed,
    wrongHost(host: string | undefined): Refusal {
      const message = sentenceOf(host)
      return new Refusal('wrong_host', { ...(message !== undefined && { message }) })
    },
    /** A request without an Origin is no browser's cross-site request. `host` is the request's own. */
    originAllowed(origin: string | undefined, host: string | undefined): boolean {
      if (origin === undefined) return true
      // The time to encode a name grows with the square of its length.
      if (origin.length > longestOrigin) return false
      const url = URL.parse(origin)
      if (url === null || url.origin !== origin || url.protocol !== publicUrl.protocol) return false
      // A proxy may have rewritten the Host, never the Origin.
      if (url.host === publicUrl.host) return true
      return hostAllowed(url.host) && url.host === canonical(host)
    },
  }
}
