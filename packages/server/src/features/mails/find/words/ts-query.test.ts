import { expect, test } from 'vitest'
import type { WordSearch } from '../mail-condition.ts'
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

/** In any of the fields with words of texts. */
const anywhere = (...words: string[]) =>
  ['', 'a/', 'b/', 'c/'].map((mark) => words.map((word) => `'${mark}${word}'`).join(' & '))
const inAny = (...words: string[]) => `(${anywhere(...words).join(' | ')})`

test.each<[string, WordSearch, string | null, boolean]>([
  ['a word', words('red'), inAny('red'), true],
  ['the beginning of a word', beginning, `('re':* | 'a/re':* | 'b/re':* | 'c/re':*)`, true],
  ['a fact', words('red', 'facts'), `('red')`, true],
  ['a phrase', words('red car'), inAny('red', 'car'), false],
  ['a word of a short field', words('red', 'sender'), `('a/red')`, true],
  ['a phrase of a short field', words('red car', 'sender'), `('a/red' & 'a/car')`, false],
  ['a word of the body', words('red', 'body'), `('red')`, true],
  ['no word', not(words('red', 'body')), `!('red')`, true],
  ['no phrase', not(words('red car')), null, false],
  ['all of several', all(words('red', 'body'), not(words('a b'))), `(('red'))`, false],
  ['one of several', any(words('red', 'body'), words('car', 'body')), `(('red') | ('car'))`, true],
  ['one of several that may be any mail', any(words('red'), not(words('a b'))), null, false],
])('the index of windows is asked for %s', (_, search, query, isExact) => {
  const asked = query === null ? `'/7'` : `'/7' & ${query}`
  expect(candidates(7, search, 'windows')).toEqual({ query: asked, isExact })
})

test('an index of tsvectors knows no field', () => {
  const asked = candidates(7, words('red', 'sender'), 'tsvectors')
  expect(asked).toEqual({ query: `' 7' & ('red')`, isExact: false })
})

test('words of a mail are asked for with their order and field', () => {
  const search = all(words('red car', 'sender'), not(words("o'neil")))
  expect(tsQuery(7, search)).toBe(`' 7' & (('red':A <-> 'car':A) & !('o''neil'))`)
})
