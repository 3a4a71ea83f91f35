import { expect, test } from 'vitest'
import type { WordSearch } from './mail-condition.ts'
import { candidates, tsQuery } from './ts-query.ts'

type Field = 'sender' | 'body' | 'facts'

const words = (text: string, field?: Field): WordSearch => ({
  kind: 'words',
  words: { words: text.split(' '), prefix: false, ...(field && { field }) },
})
const beginning: WordSearch = { kind: 'words', words: { words: ['re'], prefix: true } }
const not = (part: WordSearch): WordSearch => ({ kind: 'not', part })
const all = (...parts: WordSearch[]): WordSearch => ({ kind: 'all', parts })
const any = (...parts: WordSearch[]): WordSearch => ({ kind: 'any', parts })

const ofSender = (word: string) => `(' a/${word}' | ' *' & '${word}':A)`

test.each<[string, WordSearch, string | null, boolean]>([
  ['a word', words('red'), `('red')`, true],
  ['the beginning of a word', beginning, `('re':*)`, true],
  ['a fact', words('red', 'facts'), `('red')`, true],
  ['a phrase', words('red car'), `('red' & 'car')`, false],
  ['a word of a short field', words('red', 'sender'), `(${ofSender('red')})`, true],
  [
    'a phrase of a short field',
    words('red car', 'sender'),
    `(${ofSender('red')} & ${ofSender('car')})`,
    false,
  ],
  ['a word of the body', words('red', 'body'), `('red')`, false],
  ['no word', not(words('red')), `!('red')`, true],
  ['no phrase', not(words('red car')), null, false],
  ['all of several', all(words('red'), not(words('a b'))), `(('red'))`, false],
  ['one of several', any(words('red'), words('car')), `(('red') | ('car'))`, true],
  ['one of several that may be any mail', any(words('red'), not(words('a b'))), null, false],
])('the index of windows is asked for %s', (_, search, query, isExact) => {
  expect(candidates(search, 'lexemes')).toEqual({ query, isExact })
})

test('an index of words alone knows no field', () => {
  expect(candidates(words('red', 'sender'), 'words')).toEqual({ query: `('red')`, isExact: false })
})

test('words of a mail are asked for with their order and field', () => {
  const search = all(words('red car', 'sender'), not(words("o'neil")))
  expect(tsQuery(7, search)).toBe(`' 7' & (('red':A <-> 'car':A) & !('o''neil'))`)
})
