import { expect, test } from 'vitest'
import { inviteLifetimeMs, isValid, redirectOf } from './invite-rules.ts'

const verified = { id: 1, isVerified: true }
const unverified = { id: 1, isVerified: false }

test.each([
  ['nobody has the address, signed out', null, null, 'register'],
  ['nobody has the address, signed in as another', null, 2, 'register'],
  ['signed out', verified, null, 'login'],
  ['signed in as another', verified, 2, 'login'],
  ['signed in with that address', verified, 1, 'inbox'],
  ['signed in with that address, unproven', unverified, 1, 'login'],
  ['signed out, the address unproven', unverified, null, 'login'],
] as const)('%s', (_what, account, signedInAs, redirect) => {
  expect(redirectOf(account, signedInAs, false)).toBe(redirect)
})

test.each([
  ['nobody has the address', null, 1, 'register'],
  ['signed in with that address, unproven', unverified, 1, 'inbox'],
  ['signed in as another', unverified, 2, 'login'],
  ['signed out', unverified, null, 'login'],
] as const)('a link that proves its address, %s', (_what, account, signedInAs, redirect) => {
  expect(redirectOf(account, signedInAs, true)).toBe(redirect)
})

test('an invitation is valid for seven days', () => {
  const invite = { expires_at: 1_000 + inviteLifetimeMs }
  const day = 24 * 60 * 60_000
  expect(isValid(invite, 1_000 + 7 * day - 1)).toBe(true)
  expect(isValid(invite, 1_000 + 7 * day)).toBe(false)
})
