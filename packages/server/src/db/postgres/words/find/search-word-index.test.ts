import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../../../test/support/fuzz-runs.ts'
import { findInIndex, searchParts } from '../../../../../test/searching/word-index-search.ts'
import type { WordQuery } from '../../../words/word-query.ts'
import { has } from './bit-set.ts'
import { buildWordIndex, type WordsOfMail } from '../build/build-word-index.ts'
import { matchesWords } from './match-words.ts'
import { mergeWordIndexes } from '../build/merge-word-indexes.ts'
import { packDirectory, unpackDirectory } from '../format/directory.ts'
import { unpackPart } from '../format/packed-part.ts'
import { createWordsSearch } from './search-word-index.ts'
import type { WordIndexParts } from '../format/word-index-parts.ts'

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
      for (const query of queries) expect(searchParts(query, index)).toEqual(matching(query, mails))
    }),
    { numRuns: fuzzRuns(300) },
  )
}, 600_000)

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
      for (const query of queries) {
        expect(searchParts(query, merged)).toEqual(matching(query, sorted))
      }
    }),
    { numRuns: fuzzRuns(300) },
  )
}, 600_000)

/** Enough for more than ten blocks. */
function manyMails(): WordsOfMail[] {
  const syllables = ['lu', 'ma', 'or', 'der', 'in', 'é', '日', '0', '4', 'zz', 'ba', 'ry', 'to']
  const syllable = fc.constantFrom(...syllables)
  const usual = fc.constantFrom('the', 'order', 'and', 'of', 'îa')
  const rare = fc.array(syllable, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
  const word = fc.tuple(mark, fc.oneof(usual, rare)).map((parts) => parts.join(''))
  const words = fc.array(word, { minLength: 50, maxLength: 150, size: 'max' })
  const texts = fc.sample(words, { numRuns: 1_000, seed: 1 })
  return mailsOf(texts.map((words) => ` the ${words.join(' ')} `))
}

const askedOf = (words: string[], prefix: boolean, marks = ['', 'a/', 'b/', 'c/']) => ({
  kind: 'words' as const,
  words,
  prefix,
  marks,
})

test('an index of many blocks finds the words, phrases and beginnings of its mails', () => {
  const mails = manyMails()
  const index = buildWordIndex(mails)
  expect(index.blocks.length).toBeGreaterThan(10)
  const isKept = (id: number) => id % 5 !== 0
  const merged = mergeWordIndexes([index], isKept)
  const kept = mails.filter(({ id }) => isKept(id))
  for (const { words } of mails.slice(0, 12)) {
    const [first = '', second = '', third = ''] = words.trim().split(' ').slice(5)
    const plain = [first, second, third].map((word) => word.slice(word.indexOf('/') + 1))
    const [one = '', ...others] = plain
    const queries = [
      askedOf([one], false),
      askedOf([one], false, ['']),
      askedOf([one], false, ['b/', 'c/']),
      askedOf([one.slice(0, 2)], true),
      askedOf(['the', one], false),
      askedOf([one, ...others], false),
      askedOf([one, others[0]?.slice(0, 1) ?? ''], true),
    ]
    for (const query of queries) {
      expect(searchParts(query, index)).toEqual(matching(query, mails))
      expect(searchParts(query, merged)).toEqual(matching(query, kept))
    }
  }
})

test('a search needs few blocks, and places only of words next to each other', () => {
  const directory = unpackDirectory(packDirectory(buildWordIndex(manyMails())))
  for (const word of ['aaa', 'order', 'lumaor', 'zzzz', '日']) {
    const { blocks } = createWordsSearch(askedOf([word], false), directory)
    expect(blocks.length).toBeLessThanOrEqual(3)
    expect(blocks.filter(({ withPlaces }) => withPlaces)).toEqual([])
  }
  const phrase = createWordsSearch(askedOf(['the', 'order'], false), directory)
  expect(phrase.blocks.every(({ withPlaces }) => withPlaces)).toBe(true)
  expect(phrase.blocks.length).toBeLessThanOrEqual(6)
})

/** How many blocks a search takes until it is done, and how many it could take. */
function blocksTaken(words: string[], index: WordIndexParts) {
  const directory = unpackDirectory(packDirectory(index))
  const search = createWordsSearch(askedOf(words, true), directory)
  let taken = 0
  for (const { no } of search.blocks) {
    const block = index.blocks[no]
    if (search.isDone() || !block) continue
    const open = { postings: unpackPart(block.postings), places: unpackPart(block.places) }
    for (const _ of search.add(open));
    taken += 1
  }
  return { taken, blocks: search.blocks.length, found: search.found[0] }
}

test('a beginning of very many words ends with the block that has the last mail', () => {
  const words = Array.from({ length: 40_000 }, (_, at) => `aa${at.toString(36).padStart(4, '0')}`)
  const early = words.filter((_, at) => at % 2 === 0 || at < 100)
  const index = buildWordIndex(
    mailsOf([` x ${early.join(' x ')} `, ` x ${words.join(' x ')} `, ' x aa0000 ']),
  )
  const one = blocksTaken(['aa'], index)
  expect(one).toMatchObject({ taken: 1, found: 7 })
  expect(one.blocks).toBeGreaterThan(5)
  const phrase = blocksTaken(['x', 'aa'], index)
  expect(phrase.found).toBe(7)
  expect(phrase.taken).toBeLessThan(phrase.blocks / 2)
})

test('an index of no mail finds nothing', () => {
  const index = buildWordIndex([])
  expect(index).toEqual({ ids: [], blocks: [], terms: 0 })
  expect(mergeWordIndexes([index, index], () => true)).toEqual(index)
  expect(searchParts({ kind: 'not', part: askedOf(['a'], false) }, index)).toEqual([])
})

test('an index that was stored once can be read', () => {
  const directory = '010d28b52ffd240d6900000207f9cfacf30e010434373131a520e499'
  const postings =
    '013028b52ffd2430810100050f17000401000501000502000402000501343731316164612f616f72646572796f7572c3a06164610100000000000029c7bf8a'
  const places = '010f28b52ffd240f790000050101040201020206010302040600220cee80'
  const find = (words: string[], marks: string[]) =>
    findInIndex(
      askedOf(words, false, marks),
      unpackDirectory(Buffer.from(directory, 'hex')),
      () => ({
        postings: unpackPart(Buffer.from(postings, 'hex')),
        places: unpackPart(Buffer.from(places, 'hex')),
      }),
    )
  expect(find(['order'], [''])).toEqual([7, 4_000_000_000])
  expect(find(['order', '4711'], [''])).toEqual([4_000_000_000])
  expect(find(['ada'], ['a/'])).toEqual([7])
  expect(find(['ada'], [''])).toEqual([])
})

test('a phrase in mails of one word again and again is found in short steps', () => {
  const mails = Array.from({ length: 500 }, (_, id) => ({ id, words: ` ${'a '.repeat(4_000)}` }))
  const { ids, blocks } = buildWordIndex(mails)
  const directory = unpackDirectory(packDirectory({ ids, blocks }))
  const search = createWordsSearch(askedOf(['a', 'a', 'a'], false), directory)
  let steps = 0
  for (const { no, withPlaces } of search.blocks) {
    const block = blocks[no]
    if (!block) throw new Error('A block is missing')
    const places = withPlaces ? unpackPart(block.places) : null
    for (const _ of search.add({ postings: unpackPart(block.postings), places })) steps += 1
  }
  expect(ids.filter((_, at) => has(search.found, at))).toHaveLength(500)
  // Three words with two million places each.
  expect(steps).toBeGreaterThan(30)
})
