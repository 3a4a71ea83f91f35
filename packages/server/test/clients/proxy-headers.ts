import { Buffer } from 'node:buffer'

type Parts = { command?: number; family?: number; addresses: number[] }

/** A header of version 2 of the PROXY protocol; `command` holds the version as well. */
export function proxyHeaderV2({ command = 0x21, family = 0x11, addresses }: Parts): Buffer {
  const { length } = addresses
  const fixed = [command, family, length >> 8, length & 255]
  return Buffer.concat([
    Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1'),
    Buffer.from([...fixed, ...addresses]),
  ])
}

/** The header of a client with this IPv4 address. */
export const proxyHeaderV2Of = (address: string): Buffer =>
  proxyHeaderV2({ addresses: [...address.split('.').map(Number), 127, 0, 0, 1, 1, 2, 0, 25] })

export const proxyHeaderV1Of = (address: string): Buffer =>
  Buffer.from(`PROXY TCP4 ${address} 127.0.0.1 258 25\r\n`)
