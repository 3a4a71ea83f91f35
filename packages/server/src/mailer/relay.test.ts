import { expect, test } from 'vitest'
import { isRefusedForGood, relayOptions } from './relay.ts'

test.each([
  ['smtp://relay.example.com', { port: 587, secure: false, requireTLS: false }],
  ['smtp://relay.example.com:25', { port: 25, secure: false, requireTLS: false }],
  ['smtps://relay.example.com', { port: 465, secure: true }],
  ['smtp://ann:pw@relay.example.com', { requireTLS: true, auth: { user: 'ann', pass: 'pw' } }],
  ['smtp://ann:pw@localhost:2525', { requireTLS: false, auth: { user: 'ann', pass: 'pw' } }],
  ['smtps://a%40b.co:p%2Fw@relay.example.com', { auth: { user: 'a@b.co', pass: 'p/w' } }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525 }],
])('%s', (url, expected) => {
  const options = relayOptions(url)
  expect(options).toMatchObject(expected)
  expect(options.tls).toEqual({ rejectUnauthorized: true })
})

test('without credentials none are offered', () => {
  expect(relayOptions('smtp://relay.example.com')).not.toHaveProperty('auth')
})

test.each([
  ['a recipient that does not exist', { code: 'EENVELOPE', responseCode: 550 }, true],
  ['contents that are not wanted', { code: 'EMESSAGE', responseCode: 554 }, true],
  ['a full mailbox', { code: 'EENVELOPE', responseCode: 452 }, false],
  ['a busy relay', { code: 'EMESSAGE', responseCode: 451 }, false],
  ['a wrong password', { code: 'EAUTH', responseCode: 535 }, false],
  ['a relay that is closed', { code: 'EPROTOCOL', responseCode: 554 }, false],
  ['no relay', { code: 'ESOCKET' }, false],
])('%s: refused for good %j', (_what, properties, isFinal) => {
  expect(isRefusedForGood(Object.assign(new Error('x'), properties))).toBe(isFinal)
})

test('what is no error of a relay is not its refusal', () => {
  expect(isRefusedForGood('no')).toBe(false)
})
