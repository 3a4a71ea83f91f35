import { expect, test } from 'vitest'
import { createRuleMatcher, foldTraits } from './rule-patterns.ts'

const mail = {
  sender: 'billing@rocket.test',
  recipients: ['ann@customer.test', 'bob@other.test'],
  subject: 'Your invoice',
}
const any = { from: null, to: null, subject: null }

test.each([
  ['nothing', {}, true],
  ['its sender', { from: '*@rocket.test' }, true],
  ['another sender', { from: '*@moon.test' }, false],
  ['one of its recipients', { to: 'bob@*' }, true],
  ['parts of two recipients', { to: 'ann@other.test' }, false],
  ['its subject', { subject: '*invoice' }, true],
  ['all three', { from: 'billing@*', to: 'ann@*', subject: 'your*' }, true],
  ['two of three', { from: 'billing@*', to: 'ann@*', subject: 'my*' }, false],
])('a rule that asks for %s matches: %j %j', (_what, patterns, matches) => {
  expect(createRuleMatcher({ ...any, ...patterns })(foldTraits(mail))).toBe(matches)
})

test('a mail without a sender or recipients has none that a pattern could match', () => {
  const bare = { sender: '', recipients: [], subject: '' }
  expect(createRuleMatcher({ ...any, from: '?*' })(bare)).toBe(false)
  expect(createRuleMatcher({ ...any, to: '*' })(bare)).toBe(false)
  expect(createRuleMatcher({ ...any, from: '*', subject: '' })(bare)).toBe(true)
})
