import { expect, test } from 'vitest'
import {
  newSessionTimes,
  registrationRefusal,
  renewal,
  verificationOutcome,
} from './account-rules.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test.each([
  ['open', null, null],
  ['invite', 'Registration on this server is by invitation only.', null],
  ['closed', 'Registration on this server is closed.', 'Registration on this server is closed.'],
] as const)('when registration is %s, a stranger is answered %j', (mode, refusal, ofInvited) => {
  expect(registrationRefusal(mode, false)).toBe(refusal)
  expect(registrationRefusal(mode, true)).toBe(ofInvited)
})

test.each([
  { what: 'in its first minutes', remember: false, seen: 0, now: 14 * minute, to: null },
  { what: 'after a while', remember: false, seen: 0, now: 15 * minute, to: day + 15 * minute },
  { what: 'near its longest', remember: false, seen: 59.5 * day, now: 59.6 * day, to: 60 * day },
  { what: 'when remembered', remember: true, seen: 0, now: 10 * day, to: 60 * day },
  { what: 'again at once', remember: true, seen: 10 * day, now: 10 * day + minute, to: null },
])('a session used $what: its end is $to', ({ remember, seen, now, to }) => {
  const session = { ...newSessionTimes(remember, 0), seen_at: seen }
  expect(renewal(session, now)).toEqual(to === null ? null : { seen_at: now, expires_at: to })
})

test('a session lasts a day without use, or 60 days when remembered', () => {
  expect(newSessionTimes(false, 5)).toMatchObject({ expires_at: day + 5, remembered_at: null })
  expect(newSessionTimes(true, 5)).toMatchObject({ expires_at: 60 * day + 5, remembered_at: 5 })
})

const token = {
  email: 'Ann@example.com',
  expires_at: hour,
  user_email: 'ann@example.com',
  pending_email: null,
}
const unverified = { ...token, email_verified_at: null }

const wanted = { ...token, user_email: 'old@example.com', pending_email: 'ann@EXAMPLE.com' }

test.each([
  ['in time', unverified, hour - 1, 'verify'],
  ['too late', unverified, hour, 'no_longer_valid'],
  ['unknown', undefined, 0, 'no_longer_valid'],
  ['of an earlier address', { ...unverified, user_email: 'new@example.com' }, 0, 'no_longer_valid'],
  ['used before', { ...token, email_verified_at: 1 }, 2, 'already_verified'],
  ['used before, and old', { ...token, email_verified_at: 1 }, 2 * hour, 'already_verified'],
  [
    'of an earlier address, the new one verified',
    { ...token, user_email: 'new@example.com', email_verified_at: 1 },
    0,
    'no_longer_valid',
  ],
  ['of the address to move to', { ...wanted, email_verified_at: 1 }, hour - 1, 'move'],
  [
    'of the address to move to, too late',
    { ...wanted, email_verified_at: 1 },
    hour,
    'no_longer_valid',
  ],
  [
    'of the address to move to, by the unverified',
    { ...wanted, email_verified_at: null },
    0,
    'move',
  ],
  [
    'of an address that is no longer wanted',
    { ...wanted, pending_email: 'else@example.com', email_verified_at: null },
    0,
    'no_longer_valid',
  ],
  [
    'of the address one has, while another is wanted',
    { ...unverified, pending_email: 'else@example.com' },
    0,
    'verify',
  ],
] as const)('a verification link %s', (_what, found, now, outcome) => {
  expect(verificationOutcome(found, now)).toBe(outcome)
})
