import { expect, test } from 'vitest'
import { growthRatio, mostGrowth } from '../../../../../test/support/growth.ts'
import { searchParts } from '../../../../../test/searching/word-index-search.ts'
import type { WordQuery } from '../../../words/word-query.ts'
import { buildWordIndex } from './build-word-index.ts'
import { mergeWordIndexes } from './merge-word-indexes.ts'

const counted = (size: number, word: (at: number) => string) =>
  ` ${Array.from({ length: size }, (_, at) => word(at)).join(' ')} `

const indexOf = (...texts: string[]) =>
  buildWordIndex(texts.map((words, id) => ({ id: id + 1, words })))

const phrase = (words: string[], prefix: boolean): WordQuery => ({
  kind: 'words',
  words,
  prefix,
  marks: ['', 'a/', 'b/', 'c/'],
})

const long = 'x'.repeat(670)
const mails = {
  'one word again and again': () => 'a',
  'different words': (at: number) => `w${at}`,
  'words that begin alike': (at: number) => `a/${'same'.repeat(16)}${at}`,
  'facts of 670 characters that begin alike': (at: number) => `${long}${at % 500}`,
  'one word between others that begin alike': (at: number) => (at % 2 === 0 ? 'a' : `b${at}`),
}

test.each(Object.entries(mails))(
  'a mail of %s is inverted, merged and searched in linear time',
  async (_, word) => {
    // Twice as much fits the cache of a processor, which would grow the times by itself.
    const size = word(0).length > 100 ? 1_000 : 5_000
    const texts = (size: number) => [counted(size, word), ' a b1 ', counted(size, word)]
    const inverting = growthRatio(size, texts, (texts) => indexOf(...texts))
    expect(await inverting).toBeLessThan(mostGrowth)
    const indexes = (size: number) => [indexOf(...texts(size)), indexOf(...texts(size))]
    const merging = growthRatio(size, indexes, (indexes) =>
      mergeWordIndexes(indexes, (id) => id !== 2),
    )
    expect(await merging).toBeLessThan(mostGrowth)
    const queries = [phrase(['a', 'a', 'a'], false), phrase(['a', 'b'], true)]
    const searching = growthRatio(
      size,
      (size) => indexOf(...texts(size)),
      (index) => queries.map((query) => searchParts(query, index)),
    )
    expect(await searching).toBeLessThan(mostGrowth)
  },
  60_000,
)
