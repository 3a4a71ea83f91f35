import { Buffer } from 'node:buffer'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proxyHeaderV2 } from '../../../test/clients/proxy-headers.ts'
import { readProxyHeader } from './proxy-header.ts'

const read = (text: string) => readProxyHeader(Buffer.from(text, 'latin1'))

describe('version 1', () => {
  const lines: [line: string, address: string | null][] = [
    ['PROXY TCP4 192.0.2.7 192.0.2.1 56324 25', '192.0.2.7'],
    ['PROXY TCP4 255.255.255.255 0.0.0.0 0 65535', '255.255.255.255'],
    ['PROXY TCP6 2001:db8::7 2001:db8::1 56324 25', '2001:db8::7'],
    ['PROXY TCP6 2001:0DB8:0:0:0:0:0:7 ::1 1 2', '2001:db8::7'],
    ['PROXY TCP6 ::ffff:192.0.2.7 ::1 1 2', '192.0.2.7'],
    ['PROXY TCP6 ::FFFF:C000:0207 ::1 1 2', '192.0.2.7'],
    ['PROXY UNKNOWN', null],
    ['PROXY UNKNOWN ffff:f...f:ffff ffff:f...f:ffff 65535 65535', null],
  ]
  test.each(lines)('%s names %s', (line, address) => {
    const bytes = line.length + 2
    expect(read(`${line}\r\nEHLO x\r\n`)).toEqual({ kind: 'header', address, bytes })
  })

  test.each([
    'PROXY TCP4 192.0.2.7 192.0.2.1 56324',
    'PROXY TCP4 192.0.2.7 192.0.2.1 56324 25 ',
    'PROXY TCP4 192.0.2.7  192.0.2.1 56324 25',
    'PROXY TCP4 192.0.2.256 192.0.2.1 56324 25',
    'PROXY TCP4 192.0.2.7 192.0.2.1 65536 25',
    'PROXY TCP4 192.0.2.7 192.0.2.1 00025 25',
    'PROXY TCP4 2001:db8::7 2001:db8::1 56324 25',
    'PROXY TCP6 192.0.2.7 192.0.2.1 56324 25',
    'PROXY TCP6 fe80::1%eth0 fe80::2 56324 25',
    'PROXY UDP4 192.0.2.7 192.0.2.1 56324 25',
    'PROXY constructor 192.0.2.7 192.0.2.1 56324 25',
    'PROXY ',
    `PROXY UNKNOWN ${'x'.repeat(92)}`,
    'proxy TCP4 192.0.2.7 192.0.2.1 56324 25',
    'EHLO x',
  ])('%j is malformed', (line) => {
    expect(read(`${line}\r\n`)).toEqual({ kind: 'malformed' })
  })

  test('a line of 107 bytes is the longest', () => {
    const longest = `PROXY UNKNOWN ${'x'.repeat(91)}\r\n`
    expect(longest).toHaveLength(107)
    expect(read(longest)).toMatchObject({ kind: 'header', bytes: 107 })
    expect(read(longest.slice(0, 106))).toEqual({ kind: 'incomplete' })
  })
})

describe('version 2', () => {
  const v2 = (parts: Parameters<typeof proxyHeaderV2>[0]) => readProxyHeader(proxyHeaderV2(parts))
  const ipv4 = [192, 0, 2, 7, 192, 0, 2, 1, 1, 2, 0, 25]
  const ipv6 = [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 7, ...Array(20).fill(0)]
  const mapped = [...Array(10).fill(0), 255, 255, 192, 0, 2, 7, ...Array(20).fill(0)]

  test.each([
    ['an IPv4 client', { family: 0x11, addresses: ipv4 }, '192.0.2.7'],
    ['an IPv6 client', { family: 0x21, addresses: ipv6 }, '2001:db8::7'],
    ['an IPv4 client as IPv6', { family: 0x21, addresses: mapped }, '192.0.2.7'],
    ['a client with TLVs', { family: 0x11, addresses: [...ipv4, 4, 0, 1, 9] }, '192.0.2.7'],
    ['a check of the balancer', { command: 0x20, family: 0, addresses: [] }, null],
    ['a check that names a client', { command: 0x20, family: 0x11, addresses: ipv4 }, null],
    ['no known family', { family: 0, addresses: [1, 2, 3] }, null],
    ['a client of a Unix socket', { family: 0x31, addresses: Array(216).fill(0) }, null],
  ])('%s', (_, parts, address) => {
    const bytes = 16 + parts.addresses.length
    expect(v2(parts)).toEqual({ kind: 'header', address, bytes })
  })

  test.each([
    ['version 3', { command: 0x31 }],
    ['an unknown command', { command: 0x22 }],
    ['an unknown family', { family: 0x41 }],
    ['datagrams', { family: 0x12 }],
    ['addresses that are too short', { addresses: ipv4.slice(1) }],
    ['more bytes than are read', { addresses: Array(4_081).fill(0) }],
  ])('%s is malformed', (_, parts) => {
    expect(v2({ family: 0x11, addresses: ipv4, ...parts })).toEqual({ kind: 'malformed' })
  })
})

const valid = fc.oneof(
  fc
    .tuple(fc.ipV4(), fc.ipV4(), fc.nat(65_535), fc.nat(65_535))
    .map((fields) => Buffer.from(`PROXY TCP4 ${fields.join(' ')}\r\n`)),
  fc
    .tuple(fc.constantFrom(0x20, 0x21), fc.constantFrom(0, 0x11, 0x21, 0x31), fc.uint8Array())
    .map(([command, family, rest]) =>
      proxyHeaderV2({ command, family, addresses: [...Array(36).fill(1), ...rest] }),
    ),
)

test('however a header is cut, it is read when its last byte is there, and no byte behind it', () => {
  fc.assert(
    fc.property(valid, fc.uint8Array(), (header, rest) => {
      const all = Buffer.concat([header, rest])
      for (let length = 0; length < header.length; length += 1) {
        expect(readProxyHeader(all.subarray(0, length))).toEqual({ kind: 'incomplete' })
      }
      expect(readProxyHeader(all)).toMatchObject({ kind: 'header', bytes: header.length })
    }),
  )
})

test('of any 4,096 bytes it is known what they are, and an address is always one', () => {
  const beginning = fc.constantFrom('', 'PROXY ', 'PROXY TCP4 ', '\r\n\r\n\0\r\nQUIT\n!\x11')
  fc.assert(
    fc.property(beginning, fc.uint8Array({ maxLength: 200 }), (begin, noise) => {
      const bytes = Buffer.concat([Buffer.from(begin, 'latin1'), noise])
      const whole = Buffer.concat([bytes, Buffer.alloc(4_096)])
      const found = readProxyHeader(whole)
      expect(found.kind).not.toBe('incomplete')
      expect('address' in found ? (found.address ?? '::') : '::').toMatch(/^[\d.]+$|:/)
      expect([found, { kind: 'incomplete' }]).toContainEqual(readProxyHeader(bytes))
    }),
  )
})
