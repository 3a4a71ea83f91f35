import { expect, test } from 'vitest'
import { inviteLifetimeMs, isValid, proofOf, redirectOf } from './invite-rules.ts'

test.each([
  ['nobody has the address, signed out', null, null, 'register'],
  ['nobody has the address, signed in as another', null, 2, 'register'],
  ['signed out', 1, null, 'login'],
  ['signed in as another', 1, 2, 'login'],
  ['signed in with that address', 1, 1, 'inbox'],
] as const)('%s', (_what, holder, signedInAs, redirect) => {
  expect(redirectOf(holder === null ? null : { id: holder }, signedInAs)).toBe(redirect)
})

test.each([
  ['the link that a relay carried', 'mailed', 1, 'mailbox'],
  ['the link that no relay carried', 'mailed', 0, null],
  ['the link that the owner copied', 'copied', 0, 'owner'],
  ['a copied link beside one that a relay carried', 'copied', 1, 'owner'],
] as const)('what is proven by %s', (_what, token, was_relayed, proof) => {
  const links = { token_hash: 'mailed', link_hash: 'copied', was_relayed }
  expect(proofOf(links, token)).toBe(proof)
})

test('an invitation is valid for seven days', () => {
  const invite = { expires_at: 1_000 + inviteLifetimeMs }
  const day = 24 * 60 * 60_000
  expect(isValid(invite, 1_000 + 7 * day - 1)).toBe(true)
  expect(isValid(invite, 1_000 + 7 * day)).toBe(false)
})
