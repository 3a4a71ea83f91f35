import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../../../test/support/fuzz-runs.ts'
import { createIntList } from './int-list.ts'
import { sortTerms } from './sort-terms.ts'
import { createTermTable, numberTerms } from './term-table.ts'

/** Many that begin alike, and many at once, so that both ways of sorting have to do. */
const word = fc
  .tuple(
    fc.constantFrom('', 'a', 'order', 'ordering', 'àcustomer', '𝒳'.repeat(20), 'x'.repeat(600)),
    fc.string({ unit: fc.constantFrom('a', 'b', '0', 'é', '日', '😀', 'z'), maxLength: 6 }),
  )
  .map((parts) => parts.join(''))
  .filter((word) => word !== '')

function termsOf(text: string) {
  const table = createTermTable()
  const terms = createIntList()
  const bytes = Buffer.from(text)
  numberTerms(table, bytes, bytes.length, terms)
  const { texts, starts } = table
  const all = Array.from({ length: table.count }, (_, at) =>
    Buffer.from(texts.bytes.slice(starts.values[at], starts.values[at + 1])).toString(),
  )
  return { table, all, terms: [...terms.values.subarray(0, terms.length)] }
}

test('terms are sorted as their bytes are', () => {
  const words = fc.oneof(fc.array(word), fc.array(word, { minLength: 100, maxLength: 400 }))
  fc.assert(
    fc.property(words, (words) => {
      const { table, all } = termsOf(` ${words.join(' ')} `)
      const sorted = [...new Set(words)].map((word) => Buffer.from(word)).toSorted(Buffer.compare)
      expect([...sortTerms(table)].map((number) => all[number])).toEqual(sorted.map(String))
    }),
    { numRuns: fuzzRuns(200) },
  )
}, 600_000)

test('a word has one number, and another one in another field', () => {
  const { all, terms } = termsOf(' ada a/ada ada b/ada a/ada a ')
  expect(all).toEqual(['ada', 'ada/a', 'ada/b', 'a'])
  expect(terms).toEqual([0, 1, 0, 2, 1, 3])
})
