import { expect, test } from 'vitest'
import { oneTimeReasonOf } from './one-time-rules.ts'

test.each([
  ['https://shop.test/', [], null],
  ['https://shop.test/orders/4711?utm_source=mail', ['Your order'], null],
  ['https://shop.test/blog/how-we-built-our-rockets', ['Read more'], null],
  ['https://shop.test/unsubscribe', [], 'unsubscribe'],
  ['https://shop.test/o/1', ['Unsubscribe'], 'unsubscribe'],
  ['https://shop.test/o/1', ['Hier abmelden'], 'unsubscribe'],
  ['https://shop.test/opt-out?u=1', [], 'unsubscribe'],
  ['https://shop.test/account/verify?id=1', [], 'verify'],
  ['https://shop.test/a', ['Confirm your address'], 'confirm'],
  ['https://shop.test/invites/7', ['Join'], 'confirm'],
  ['https://shop.test/a', ['Passwort zurücksetzen'], 'reset'],
  ['https://shop.test/password/new', [], 'reset'],
  ['https://shop.test/t/9f86d081884c7d659a2feaa0', [], 'token'],
  ['https://shop.test/?k=550e8400-e29b-41d4-a716-446655440000', [], 'token'],
  ['https://shop.test/#a=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln1', [], 'token'],
] as const)('why %s with the text %j may work only once: %s', (url, texts, reason) => {
  expect(oneTimeReasonOf(url, [...texts], false)).toBe(reason)
})

test('an address of the field List-Unsubscribe is one of those, whatever it looks like', () => {
  expect(oneTimeReasonOf('https://shop.test/', [], true)).toBe('unsubscribe')
})
