import { isIPv4 } from 'node:net'

/** A name, or `*.` and the end of names. */
export type HostPattern = string

const addresses = 'addresses'
const bareNames = 'names without a dot'

/** Names by which a page on this machine alone can be asked: browsers take names below `localhost` for loopback. */
export const loopbackNames: readonly HostPattern[] = [addresses, '*.localhost']

/**
 * Addresses, and names that nobody can own in the public DNS: one label alone, as containers call each other, and what
 * RFC 6761 and ICANN reserve. A page of the web cannot have such a name, so it cannot be rebound to us. The names
 * below `ddev.site` are those of projects that DDEV serves on this machine.
 */
export const privateNames: readonly HostPattern[] = [
  addresses,
  bareNames,
  '*.localhost',
  '*.test',
  '*.internal',
  '*.ddev.site',
]

/** `hostname` is that of a URL, with the brackets of an address of IPv6. */
export const isHostIn = (patterns: readonly HostPattern[], hostname: string): boolean =>
  patterns.some((pattern) => matches(pattern, hostname))

function matches(pattern: HostPattern, hostname: string): boolean {
  if (pattern === addresses) return isIPv4(hostname) || hostname.startsWith('[')
  if (pattern === bareNames) return !/[.[]/.test(hostname)
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern
}
