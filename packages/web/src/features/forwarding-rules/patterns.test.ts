import { expect, test } from 'vitest'
import { matchText, noPatterns } from './rule-form.tsx'

test.each([
  [{ ...noPatterns, from: '*@shop.test' }, 12, 100, 'Matches 12 of the last 100 messages.'],
  [{ ...noPatterns, to: 'a@b.test' }, 0, 7, 'Matches 0 of the last 7 messages.'],
  [{ ...noPatterns, subject: 'x' }, 1, 1, 'Matches the last message.'],
  [{ ...noPatterns, subject: 'x' }, 0, 1, 'Does not match the last message.'],
  [noPatterns, 7, 7, 'Without patterns, the rule matches every message.'],
  [{ ...noPatterns, from: ' ' }, 2, 2, 'Without patterns, the rule matches every message.'],
  [noPatterns, 0, 0, 'No mail yet to try the rule on.'],
])(
  'the preview of %j, which matches %d of %d mails, has its text',
  (patterns, matched, of, text) => {
    expect(matchText(patterns, { matched, of })).toBe(text)
  },
)
