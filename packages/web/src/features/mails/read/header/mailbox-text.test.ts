import { describe, expect, test } from 'vitest'
import { mailboxText, mailtoHref, recipientsText, senderName, subjectText } from './mailbox-text.ts'

describe('the sender of a row', () => {
  test.each([
    [{ name: 'Rocket Billing', address: 'billing@rocket.test' }, 'Rocket Billing'],
    [{ name: '', address: 'alerts@rocket.test' }, 'alerts@rocket.test'],
    [{ name: '   ', address: 'alerts@rocket.test' }, 'alerts@rocket.test'],
    [{ name: '', address: '' }, '(no sender)'],
    [null, '(no sender)'],
  ])('%j reads %j', (from, text) => {
    expect(senderName(from)).toBe(text)
  })
})

test.each([
  ['Hello', 'Hello'],
  ['', '(no subject)'],
  [' \t', '(no subject)'],
])('the subject %j reads %j', (subject, text) => {
  expect(subjectText(subject)).toBe(text)
})

describe('recipients', () => {
  test.each([
    [[{ name: '', address: 'a@x.test' }], 'a@x.test'],
    [[{ name: '佐藤花子', address: 'hanako@例え.test' }], '佐藤花子 <hanako@例え.test>'],
    [
      [
        { name: 'A', address: 'a@x.test' },
        { name: '', address: 'b@x.test' },
      ],
      'A <a@x.test>, b@x.test',
    ],
    [[{ name: 'friends', address: '' }], 'friends'],
    [
      [
        { name: 'Smith, Anna', address: 'a@x.test' },
        { name: 'Müller; Bob', address: '' },
        { name: 'Jo "J, K" Roe', address: '' },
      ],
      '"Smith, Anna" <a@x.test>, "Müller; Bob", "Jo \\"J, K\\" Roe"',
    ],
    [[{ name: '', address: '' }], 'undisclosed'],
    [[], 'undisclosed'],
  ])('%j read %j', (to, text) => {
    expect(recipientsText(to)).toBe(text)
  })

  test('a mailbox with neither name nor address is empty', () => {
    expect(mailboxText({ name: '', address: '' })).toBe('')
  })
})

test.each([
  ['a+b@x.test', 'mailto:a%2Bb@x.test'],
  ['a@x.test?bcc=spy@x.test', 'mailto:a@x.test%3Fbcc%3Dspy@x.test'],
  ['hanako@例え.test', 'mailto:hanako@%E4%BE%8B%E3%81%88.test'],
])('the mailto link of %j is %j', (address, href) => {
  expect(mailtoHref(address)).toBe(href)
})
