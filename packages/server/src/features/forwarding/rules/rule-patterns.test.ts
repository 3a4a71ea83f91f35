import { expect, test } from 'vitest'
import { createRuleMatcher, foldTraits, recipientCharacters } from './rule-patterns.ts'

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
  const bare = foldTraits({ sender: '', recipients: [], subject: '' })
  expect(createRuleMatcher({ ...any, from: '?*' })(bare)).toBe(false)
  expect(createRuleMatcher({ ...any, to: '*' })(bare)).toBe(false)
  expect(createRuleMatcher({ ...any, from: '*', subject: '' })(bare)).toBe(true)
})

test('a pattern is compared once with each different recipient, up to the first that matches', () => {
  const { hasRecipient } = foldTraits({ ...mail, recipients: ['a@b', 'c@d', 'a@b', 'e@f'] })
  const compared: string[] = []
  const compare = (match: string) => (address: string) => {
    compared.push(address)
    return address === match
  }
  const [second, none] = [compare('C@D'), compare('')]
  expect([hasRecipient(second), hasRecipient(second)]).toEqual([true, true])
  expect([hasRecipient(none), hasRecipient(none)]).toEqual([false, false])
  expect(compared).toEqual(['A@B', 'C@D', 'A@B', 'C@D', 'E@F'])
})

test('recipients count for so many characters of a mail, without those that are named again', () => {
  const long = (at: number) => `${at}`.padStart(252, 'x') + '@b.c'
  const fitting = recipientCharacters / 256
  const recipients = Array.from({ length: fitting + 1 }, (_, at) => long(at))
  const folded = foldTraits({ ...mail, recipients: [long(0), ...recipients] })
  const isFor = (at: number) => createRuleMatcher({ ...any, to: `*x${at}@b.c` })(folded)
  expect([isFor(fitting - 1), isFor(fitting)]).toEqual([true, false])
})
