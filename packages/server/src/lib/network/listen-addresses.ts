import { isIPv4, isIPv6 } from 'node:net'

/**
 * The addresses of a host to listen on. `localhost` is both loopback addresses, as clients may try either first; any
 * other host is one; null is all addresses of this machine.
 */
export const listenAddresses = (host: string | null): (string | null)[] =>
  host === 'localhost' ? ['127.0.0.1', '::1'] : [host]

/** Whether a machine has no such address: only then may the second loopback address be left out. */
export const hasNoSuchAddress = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1').toLowerCase()

/** A host or a URL's host name that no other machine can reach. Null: all addresses. */
export function isLoopback(host: string | null): boolean {
  if (host === null) return false
  const name = bare(host)
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

/** The host of a URL that leads here: `localhost` unless one other address is listened on alone. */
export function nameForBrowsers(listenHost: string | null): string {
  if (listenHost === null || isAllAddresses(listenHost)) return 'localhost'
  if (listenHost === '127.0.0.1' || listenHost === '::1') return 'localhost'
  return isIPv6(listenHost) ? `[${listenHost}]` : listenHost
}

/** An address at which this machine reaches its own ports on a host. */
export function ownAddress(host: string | null): string {
  const [address = null] = listenAddresses(host)
  return address === null || isAllAddresses(address) ? '127.0.0.1' : address
}

export function ownUrl(host: string | null, port: number): URL {
  const address = ownAddress(host)
  return new URL(`http://${isIPv6(address) ? `[${address}]` : address}:${port}`)
}

const isAllAddresses = (host: string) => host === '0.0.0.0' || /^[0:]+$/.test(host)
