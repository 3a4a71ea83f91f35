import { expect, test } from 'vitest'
import { isLoopback, listenAddresses, nameForBrowsers, ownAddress } from './listen-addresses.ts'

test.each([
  [null, { on: [null], name: 'localhost', own: '127.0.0.1', loopback: false }],
  ['localhost', { on: ['127.0.0.1', '::1'], name: 'localhost', own: '127.0.0.1', loopback: true }],
  ['127.0.0.1', { on: ['127.0.0.1'], name: 'localhost', own: '127.0.0.1', loopback: true }],
  ['::1', { on: ['::1'], name: 'localhost', own: '::1', loopback: true }],
  ['127.0.0.9', { on: ['127.0.0.9'], name: '127.0.0.9', own: '127.0.0.9', loopback: true }],
  ['0.0.0.0', { on: ['0.0.0.0'], name: 'localhost', own: '127.0.0.1', loopback: false }],
  ['::', { on: ['::'], name: 'localhost', own: '127.0.0.1', loopback: false }],
  ['192.0.2.7', { on: ['192.0.2.7'], name: '192.0.2.7', own: '192.0.2.7', loopback: false }],
  [
    '2001:db8::7',
    { on: ['2001:db8::7'], name: '[2001:db8::7]', own: '2001:db8::7', loopback: false },
  ],
  [
    '127.evil.test',
    { on: ['127.evil.test'], name: '127.evil.test', own: '127.evil.test', loopback: false },
  ],
])('to listen on %s', (host, { on, name, own, loopback }) => {
  expect(listenAddresses(host)).toEqual(on)
  expect(nameForBrowsers(host)).toBe(name)
  expect(ownAddress(host)).toBe(own)
  expect(isLoopback(host)).toBe(loopback)
})

test('the name of a URL is loopback with its brackets too', () => {
  expect(isLoopback(new URL('http://[::1]:8025').hostname)).toBe(true)
  expect(isLoopback(new URL('http://[2001:db8::1]:8025').hostname)).toBe(false)
})
