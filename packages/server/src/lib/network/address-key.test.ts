import { expect, test } from 'vitest'
import { addressKey } from './address-key.ts'

test.each([
  ['Ann@Example.COM', 'ann@example.com'],
  ['  ann@example.com\n', 'ann@example.com'],
  [' ada@rocket.test ', 'ada@rocket.test'],
  ['JO\u0308RG@b.test', 'j\u00f6rg@b.test'],
  ['a\0b\ud800@c.test', 'a\ufffdb\ufffd@c.test'],
  ['', ''],
])('the address %j is compared as %j', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test('an address is cut at a length that no valid one has', () => {
  expect(addressKey('a'.repeat(5_000))).toHaveLength(320)
})
