import { expect, test } from 'vitest'
import { matchedPieces, matchedWords } from './matched-words.ts'

test.each([
  ['invoice', ['invoice'], ['invoice']],
  ['Zürich OFFER', ['zurich', 'offer'], ['zurich', 'offer']],
  ['"two words"', ['two', 'words'], ['two', 'words']],
  ['from:ada', ['ada'], []],
  ['subject:"reset link"', [], ['reset', 'link']],
  ['from:ada@rocket.test', ['ada', 'rocket', 'test'], []],
  ['-spam wanted', ['wanted'], ['wanted']],
  ['-from:ada x', ['x'], ['x']],
  ['a OR b', ['a', 'b'], ['a', 'b']],
  ['has:attachment is:unread to:x larger:1M', [], []],
  ['(a b)', ['a', 'b'], ['a', 'b']],
  ['"never closed', ['never', 'closed'], ['never', 'closed']],
  ['!', [], []],
])('%s shows %j in the sender and %j in the subject', (q, sender, subject) => {
  expect(matchedWords(q)).toEqual({ sender, subject })
})

const marked = (text: string, words: string[]) =>
  matchedPieces(text, words)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('')

test.each([
  ['Your invoices are here', ['invoice'], 'Your [invoice]s are here'],
  ['No match', ['invoice'], 'No match'],
  ['reinvoice', ['invoice'], 'reinvoice'],
  ['Grüße aus ZÜRICH', ['zurich'], 'Grüße aus [ZÜRICH]'],
  ['e\u0301tude', ['etu'], '[e\u0301tu]de'],
  ['a.b+c (x)', ['b', 'x'], 'a.[b]+c ([x])'],
  ['two two', ['two'], '[two] [two]'],
  ['longest wins', ['lo', 'long'], '[long]est wins'],
  ['', ['a'], ''],
])('%s with %j is %s', (text, words, expected) => {
  expect(marked(text, words)).toBe(expected)
})
