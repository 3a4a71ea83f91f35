import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../../test/fuzz-runs.ts'
import type { WordQuery } from '../../word-query.ts'
import { buildWordIndex, type WordsOfMail } from './build-word-index.ts'
import { packDirectory, unpackDirectory } from './directory.ts'
import { matchesWords } from './match-words.ts'
import { mergeWordIndexes } from './merge-word-indexes.ts'
import { blocksFor, findInIndex } from './search-word-index.ts'
import type { WordIndexParts } from './word-index-parts.ts'

/** As the product asks: with the directory and the blocks that are named, and no others. */
function search(query: WordQuery, parts: WordIndexParts): number[] {
  const directory = unpackDirectory(packDirectory(parts))
  const { postings, places } = blocksFor(query, directory)
  const blocks = postings.map((number) => {
    const block = parts.blocks[number]
    if (!block) throw new Error(`There is no block ${number}`)
    const found = {
      postings: block.postings,
      places: places.includes(number) ? block.places : null,
    }
    return [number, found] as const
  })
  return findInIndex(query, directory, new Map(blocks))
}

const matching = (query: WordQuery, mails: WordsOfMail[]) =>
  mails.filter(({ words }) => matchesWords(query, words)).map(({ id }) => id)

/** Few words that begin alike, with facts and characters of two, three and four bytes. */
const word = fc.oneof(
  fc.constantFrom('a', 'b', 'ab', 'abc', 'abcd', 'b1', 'zz', 'àab', 'à', 'îab', 'îa'),
  fc.constantFrom('日', '𝒳', '𝒳a', '\uE000ab', 'ﬀ', 'é'),
  fc.string({ unit: fc.constantFrom('a', 'b', '0', 'ß', '😀'), minLength: 1, maxLength: 3 }),
)
const mark = fc.constantFrom('', '', 'a/', 'b/', 'c/')
const text = fc
  .array(fc.tuple(mark, word), { maxLength: 30 })
  .map((words) => ` ${words.map(([mark, word]) => mark + word).join(' ')} `)

const { query } = fc.letrec<{ query: WordQuery }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      kind: fc.constant('words' as const),
      words: fc.array(word, { minLength: 1, maxLength: 3 }),
      prefix: fc.boolean(),
      marks: fc.oneof(fc.constant(['', 'a/', 'b/', 'c/']), fc.array(mark, { minLength: 1 })),
    }),
    fc.record({
      kind: fc.constant('like' as const),
      pieces: fc
        .tuple(word, fc.array(fc.oneof(fc.constant(''), word), { maxLength: 3 }))
        .map(([first, rest]) => [first, ...rest]),
    }),
    fc.record({
      kind: fc.constantFrom('all' as const, 'any' as const),
      parts: fc.array(tie('query'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), part: tie('query') }),
  ),
}))

const mailsOf = (texts: string[], firstId = 1): WordsOfMail[] =>
  texts.map((words, at) => ({ id: firstId + 3 * at, words }))

test('an index finds the mails whose words match, and no others', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 70 }), fc.array(query), (texts, queries) => {
      const mails = mailsOf(texts)
      const index = buildWordIndex(mails)
      for (const query of queries) expect(search(query, index)).toEqual(matching(query, mails))
    }),
    { numRuns: fuzzRuns(300) },
  )
})

test('indexes that were merged find what an index of the kept mails finds', () => {
  const someMail = fc.record({ id: fc.integer({ min: 1, max: 60 }), words: text })
  const inputs = fc.array(fc.array(someMail, { maxLength: 20 }), { maxLength: 5 })
  fc.assert(
    fc.property(inputs, fc.func(fc.boolean()), fc.array(query), (inputs, isKept, queries) => {
      const merged = mergeWordIndexes(inputs.map(buildWordIndex), isKept)
      const last = new Map(inputs.flat().map((mail) => [mail.id, mail]))
      const kept = [...last.values()].filter(({ id }) => isKept(id))
      expect(merged).toEqual(buildWordIndex(kept))
      const sorted = kept.toSorted((one, other) => one.id - other.id)
      for (const query of queries) expect(search(query, merged)).toEqual(matching(query, sorted))
    }),
    { numRuns: fuzzRuns(300) },
  )
})
