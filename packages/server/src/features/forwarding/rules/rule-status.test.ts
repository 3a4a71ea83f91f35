import { expect, test } from 'vitest'
import { changeOf, statusOf } from './rule-status.ts'

const on = { email_key: 'a@b.test', disabled_at: null, is_approved: 1 }
const off = { ...on, disabled_at: 5 }
const pending = { ...on, is_approved: 0 }
const forsaken = { ...off, is_approved: 0 }

test.each([
  ['enabled', on],
  ['disabled', off],
  ['pending_verification', pending],
  ['disabled', forsaken],
])('a rule is %s: %j', (status, rule) => {
  expect(statusOf(rule)).toBe(status)
})

const cleared = {
  confirmed_at: null,
  withdrawn_at: null,
  token_id: null,
  token_expires_at: null,
}
const other = 'C@d.test'

test.each([
  ['nothing', on, {}, false, {}, false],
  ['nothing of a disabled one', off, {}, false, {}, false],
  ['disabling', on, { status: 'disabled' }, false, { disabled_at: 9 }, false],
  ['disabling again', off, { status: 'disabled' }, false, { disabled_at: 5 }, false],
  ['enabling', off, { status: 'enabled' }, false, { disabled_at: null }, false],
  ['enabling without consent', forsaken, { status: 'enabled' }, false, { disabled_at: null }, true],
  ['a stranger’s address', on, { email: other }, false, { ...cleared, disabled_at: null }, true],
  ['a stranger’s, disabled', off, { email: other }, false, { ...cleared, disabled_at: null }, true],
  ['a member’s address', on, { email: other }, true, { ...cleared, disabled_at: null }, false],
  ['a member’s, disabled', off, { email: other }, true, { ...cleared, disabled_at: 5 }, false],
  ['a pending one’s address', pending, { email: other }, true, { ...cleared }, false],
  ['the same address', on, { email: 'A@b.test' }, false, { email: 'A@b.test' }, false],
] as const)(
  'a change means what it should: %s',
  (_what, rule, change, isMembers, columns, asks) => {
    const meant = changeOf(rule, change, { at: 9, isMembers })
    expect(meant.columns).toMatchObject(columns)
    expect(meant.needsConsent).toBe(asks)
    expect('confirmed_at' in meant.columns).toBe(meant.moves)
    expect('disabled_at' in meant.columns).toBe('status' in change || meant.moves)
  },
)
