import { expect, test } from 'vitest'
import { matchText, noPatterns } from './rule-form.tsx'

test.each([
  [{ ...noPatterns, from: '*@shop.test' }, 12, 100, 'Would have matched 12 of the last 100 mails.'],
  [{ ...noPatterns, to: 'a@b.test' }, 0, 7, 'Would have matched 0 of the last 7 mails.'],
  [{ ...noPatterns, subject: 'x' }, 1, 1, 'Would have matched 1 of the last mail.'],
  [noPatterns, 7, 7, 'Without patterns, would have matched 7 of the last 7 mails.'],
  [
    { ...noPatterns, from: ' ' },
    2,
    2,
    'Without patterns, would have matched 2 of the last 2 mails.',
  ],
  [noPatterns, 0, 0, 'No mail has been caught yet that the rule could be tried on.'],
])(
  'the preview of %j, which matches %d of %d mails, has its text',
  (patterns, matched, of, text) => {
    expect(matchText(patterns, { matched, of })).toBe(text)
  },
)
