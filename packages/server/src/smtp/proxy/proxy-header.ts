import { Buffer } from 'node:buffer'
import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import { clientAddress } from '../../lib/network/client-group.ts'

/** The header of a load balancer, before the first byte of the client. */
export type ProxyHeader =
  /** All bytes so far may begin a header. */
  | { kind: 'incomplete' }
  | { kind: 'malformed' }
  /** `address` is the client's; null: the balancer's own connection, or a client that it cannot name. */
  | { kind: 'header'; address: string | null; bytes: number }

const incomplete: ProxyHeader = { kind: 'incomplete' }
const malformed: ProxyHeader = { kind: 'malformed' }

const firstOfV1 = Buffer.from('PROXY ')
const firstOfV2 = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
/** The longest line of version 1, with its CRLF. */
const longestV1 = 107
/** The fixed part of version 2: signature, version and command, family, length. */
const fixedBytes = 16
/** Bytes for more than the addresses, which the server does not need; a certificate's name fits. */
const longestV2 = 4_096

/**
 * Reads the header of the PROXY protocol, version 1 or 2 (proxy-protocol.txt of HAProxy), at the beginning of the
 * received bytes. More than `longestV2` bytes are never incomplete, so that the waiting bytes are bounded.
 */
export function readProxyHeader(received: Buffer): ProxyHeader {
  if (beginsLike(received, firstOfV1)) return readV1(received)
  if (beginsLike(received, firstOfV2)) return readV2(received)
  return malformed
}

function beginsLike(received: Buffer, first: Buffer): boolean {
  const length = Math.min(received.length, first.length)
  return received.subarray(0, length).equals(first.subarray(0, length))
}

function readV1(received: Buffer): ProxyHeader {
  const line = received.subarray(0, longestV1).toString('latin1')
  const end = line.indexOf('\r\n')
  if (end < 0) return received.length < longestV1 ? incomplete : malformed
  const bytes = end + 2
  const [, family = '', ...fields] = line.slice(0, end).split(' ')
  // The rest of the line is ignored (section 2.1).
  if (family === 'UNKNOWN') return { kind: 'header', address: null, bytes }
  const isAddress = addressForms.get(family)
  const [source = '', target = '', ...ports] = fields
  if (!isAddress?.(source) || !isAddress(target)) return malformed
  if (ports.length !== 2 || !ports.every(isPort)) return malformed
  return { kind: 'header', address: canonical(source), bytes }
}

const isPlainIPv6 = (text: string) => isIPv6(text) && !text.includes('%')
const addressForms = new Map([
  ['TCP4', isIPv4],
  ['TCP6', isPlainIPv6],
])
const isPort = (text: string) => /^(?:0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535

const [local, proxied] = [0, 1]
const families = { unspecified: 0x00, tcp4: 0x11, tcp6: 0x21, unixStream: 0x31 }

function readV2(received: Buffer): ProxyHeader {
  if (received.length < fixedBytes) return incomplete
  const [versionAndCommand = 0, family = 0] = received.subarray(firstOfV2.length)
  const length = received.readUInt16BE(fixedBytes - 2)
  const command = versionAndCommand & 0x0f
  if (versionAndCommand >> 4 !== 2 || (command !== local && command !== proxied)) return malformed
  const bytes = fixedBytes + length
  if (bytes > longestV2) return malformed
  if (received.length < bytes) return incomplete
  // Skips the part behind the addresses.
  const addresses = received.subarray(fixedBytes, bytes)
  if (command === local) return { kind: 'header', address: null, bytes }
  switch (family) {
    case families.tcp4:
      if (length < 12) return malformed
      return { kind: 'header', address: addresses.subarray(0, 4).join('.'), bytes }
    case families.tcp6:
      if (length < 36) return malformed
      return { kind: 'header', address: canonical(hexGroups(addresses.subarray(0, 16))), bytes }
    case families.unspecified:
    case families.unixStream:
      return { kind: 'header', address: null, bytes }
    default:
      return malformed
  }
}

const hexGroups = (address: Buffer): string =>
  Array.from({ length: 8 }, (_, group) => address.readUInt16BE(2 * group).toString(16)).join(':')

/** Writes an address as sockets do, so that one client has one address however it comes. */
function canonical(address: string): string {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  return clientAddress(new SocketAddress({ address, family }).address)
}
