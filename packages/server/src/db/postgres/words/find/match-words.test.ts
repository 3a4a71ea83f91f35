import { expect, test } from 'vitest'
import type { WordQuery } from '../../../words/word-query.ts'
import { matchesWords } from './match-words.ts'

const mail =
  ' àada àb èapp è5kq2 a/shop a/team b/ada b/rocket c/your c/order order number 4711 日 本 '

const allMarks = ['', 'a/', 'b/', 'c/']
const asked = (text: string, marks = allMarks): WordQuery => ({
  kind: 'words',
  words: text.replace('*', '').split(' '),
  prefix: text.endsWith('*'),
  marks,
})

test.each([
  ['order', allMarks, true],
  ['orde', allMarks, false],
  ['orde*', allMarks, true],
  ['order*', allMarks, true],
  ['rder*', allMarks, false],
  // Next to each other, in one field.
  ['your order', allMarks, true],
  ['order order', allMarks, false],
  ['order number', allMarks, true],
  ['order 4711', allMarks, false],
  ['number 47*', allMarks, true],
  ['num* 4711', allMarks, false],
  ['日 本', allMarks, true],
  ['本 日', allMarks, false],
  ['order', ['c/'], true],
  ['number', ['c/'], false],
  ['shop te*', ['a/'], true],
  ['shop te*', ['', 'b/', 'c/'], false],
  // The field's mark is no word.
  ['a', allMarks, false],
  ['b*', [''], false],
  // Facts.
  ['èapp è5kq2', [''], true],
  ['àad*', [''], true],
  ['àada', ['c/'], false],
])('whether a mail has the words “%s” in the fields %j: %s', (text, marks, expected) => {
  expect(matchesWords(asked(text, marks), mail)).toBe(expected)
})

test('conditions are joined', () => {
  const [order, nowhere] = [asked('order'), asked('nowhere')]
  expect(matchesWords({ kind: 'all', parts: [order, nowhere] }, mail)).toBe(false)
  expect(matchesWords({ kind: 'any', parts: [order, nowhere] }, mail)).toBe(true)
  expect(matchesWords({ kind: 'not', part: nowhere }, mail)).toBe(true)
  expect(matchesWords({ kind: 'not', part: order }, mail)).toBe(false)
})
