import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createClientAddress } from './client-address.ts'

function addressOf({
  from = '127.0.0.1',
  forwarded,
  trusted = ['loopback'],
}: {
  from?: string
  forwarded: string | undefined
  trusted?: string[]
}): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return createClientAddress(trusted)({ headers, socket: { remoteAddress: from } as Socket })
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:1', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
  // The client may have said anything before the proxy's own word.
  ['evil, 198.51.100.1, 203.0.113.7:1', '203.0.113.7'],
  [`${'x'.repeat(3_000)},203.0.113.7`, '203.0.113.7'],
])('what a trusted proxy forwards as %j is %s', (forwarded, address) => {
  expect(addressOf({ forwarded })).toBe(address)
})

test.each([
  [undefined],
  [''],
  [','],
  ['203.0.113.7,'],
  ['unknown'],
  ['_hidden'],
  ['proxy.test'],
  ['x'.repeat(3_000)],
  [`fe80::1%${'x'.repeat(3_000)}`],
  [`${' '.repeat(100)}x`],
  ['203.0.113.7:port'],
  ['203.0.113.7:123456'],
  ['203.0.113.300:80'],
  ['0x7f.1:80'],
  ['2130706433'],
  ['[203.0.113.7]:80'],
  ['[2001:db8::1'],
  ['2001:db8::1]:80'],
  ['[2001:db8::1]x'],
  ['2001:db8:1:2:3:4:5:6:80'],
  ['"203.0.113.7"'],
  ['<script>alert(1)</script>'],
  ['198.51.100.1, <garbage>'],
])('what is no address, as %j, counts as the proxy that wrote it', (forwarded) => {
  expect(addressOf({ forwarded })).toBe('127.0.0.1')
})

describe('of several proxies', () => {
  const trusted = ['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.5']

  test.each([
    ['10.1.2.3', '203.0.113.7, 192.0.2.5', '203.0.113.7'],
    ['::ffff:10.1.2.3', '203.0.113.7, 2001:db8:1::5', '203.0.113.7'],
    ['10.1.2.3', '198.51.100.1, 203.0.113.7, 10.9.9.9:80', '203.0.113.7'],
    ['10.1.2.3', '203.0.113.7, ::ffff:10.9.9.9', '203.0.113.7'],
    ['10.1.2.3', 'garbage, 10.9.9.9', '10.9.9.9'],
    ['10.1.2.3', '10.4.4.4, 10.9.9.9', '10.4.4.4'],
    ['192.0.2.6', '203.0.113.7', '192.0.2.6'],
    ['11.0.0.1', '203.0.113.7', '11.0.0.1'],
    ['2001:db8:2::1', '203.0.113.7', '2001:db8:2::1'],
  ])('a request from %s that says %j is from %s', (from, forwarded, address) => {
    expect(addressOf({ from, forwarded, trusted })).toBe(address)
  })

  test.each([
    [['0.0.0.0/0', '::/0'], '203.0.113.7', '1.2.3.4', '1.2.3.4'],
    [['::ffff:10.0.0.0/104'], '10.1.2.3', '203.0.113.7', '203.0.113.7'],
    [['::ffff:10.0.0.1'], '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    [['10.0.0.7/8'], '10.1.2.3', '203.0.113.7', '203.0.113.7'],
    [['fe80::/10'], 'fe80::1%eth0', '203.0.113.7', '203.0.113.7'],
    [[], '127.0.0.1', '203.0.113.7', '127.0.0.1'],
  ])('trusting %j, one from %s that says %j is from %s', (ranges, from, forwarded, address) => {
    expect(addressOf({ from, forwarded, trusted: ranges })).toBe(address)
  })
})

test('a connection that has closed has no address', () => {
  const socket = {} as Socket
  expect(createClientAddress(['loopback'])({ headers: {}, socket })).toBe('')
})
