import { isIPv6 } from 'node:net'

/**
 * The unit in which attempts are limited: an IPv4 address, or the /64 of an IPv6 address, since the holder of one of
 * its addresses has all of them (RFC 4291 section 2.5.4).
 */
export function clientGroup(address: string): string {
  const [bare = ''] = clientAddress(address).split('%', 1)
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  // The same client, written otherwise than Node writes it (RFC 4291 section 2.5.5.2).
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * The address as people write it: an IPv4 client of a socket that listens on both comes as `::ffff:192.0.2.1`. A
 * client that has left has none.
 */
export const clientAddress = (address: string | undefined): string =>
  (address ?? '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/** The eight groups in lower-case hex, without leading zeros. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after]
}

const ipv4Of = (groups: string[]) =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')
