import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../../../test/support/fuzz-runs.ts'
import { searchParts } from '../../../../../test/searching/word-index-search.ts'
import type { WordQuery } from '../../../words/word-query.ts'
import { buildWordIndex } from '../build/build-word-index.ts'
import { packDirectory, unpackDirectory } from '../format/directory.ts'
import { mergeWordIndexes } from '../build/merge-word-indexes.ts'
import { packPart, unpackPart } from '../format/packed-part.ts'
import type { WordIndexParts } from '../format/word-index-parts.ts'

const index = buildWordIndex(
  Array.from({ length: 300 }, (_, id) => ({
    id,
    words: ` the a/the order ${id % 7} the number ${id} order${id} `,
  })),
)
const queries = [['the'], ['the', 'order'], ['order'], ['number', '12'], ['order', '3', 'th']].map(
  (words): WordQuery => ({ kind: 'words', words, prefix: true, marks: ['', 'a/'] }),
)

/** What is done with an index. */
function use(parts: WordIndexParts): void {
  for (const query of queries) searchParts(query, parts)
  mergeWordIndexes([parts, index], () => true)
  mergeWordIndexes([parts], (id) => id % 2 === 0)
}

/** Other bytes at some places, and an end that is cut. */
const damage = fc.record({
  changes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 255 })), {
    minLength: 1,
    maxLength: 3,
  }),
  cut: fc.oneof(fc.constant(0), fc.nat({ max: 40 })),
})
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never

function damaged(bytes: Uint8Array, { changes, cut }: Damage): Uint8Array {
  const copy = bytes.slice(0, bytes.length - cut)
  for (const [where, byte] of changes) copy[Math.floor(where * (copy.length - 1))] = byte
  return copy
}

function whatFails(work: () => void): string {
  try {
    work()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : 'Something else was thrown'
  }
}

const part = fc.constantFrom('postings' as const, 'places' as const)
const saysDamaged = /^A word index is damaged: /

function withPart(name: 'postings' | 'places', change: (part: Uint8Array) => Uint8Array) {
  const [first, ...others] = index.blocks
  if (!first) throw new Error('The index has no block')
  return { ...index, blocks: [{ ...first, [name]: change(first[name]) }, ...others] }
}

test('bytes that changed in the store are noticed', () => {
  fc.assert(
    fc.property(part, damage, (name, damage) => {
      const changed = withPart(name, (bytes) => damaged(bytes, damage))
      fc.pre(!isDeepStrictEqual(changed, index))
      expect(() => use(changed)).toThrow(saysDamaged)
    }),
    { numRuns: fuzzRuns(200) },
  )
}, 600_000)

test('a directory that changed in the store is noticed, unless it still says the same', () => {
  const packed = packDirectory(index)
  const whole = unpackDirectory(packed)
  fc.assert(
    fc.property(damage, (damage) => {
      const changed = damaged(packed, damage)
      fc.pre(Buffer.compare(changed, packed) !== 0)
      // The last bits of a compressed part mean nothing.
      const isNoticed = saysDamaged.test(whatFails(() => unpackDirectory(changed)))
      expect(isNoticed ? whole : unpackDirectory(changed)).toEqual(whole)
    }),
  )
})

test('whatever is in a block, reading it ends', () => {
  fc.assert(
    fc.property(part, damage, (name, damage) => {
      const changed = withPart(name, (bytes) => packPart(damaged(unpackPart(bytes), damage)))
      expect(whatFails(() => use(changed))).toMatch(/^$|^A word index is damaged: /)
    }),
    { numRuns: fuzzRuns(500) },
  )
}, 600_000)

test('a part that says it is larger than any part is refused', () => {
  expect(() => unpackPart(Uint8Array.of(1, 255, 255, 255, 255, 15, 0))).toThrow(saysDamaged)
  expect(() => unpackPart(Uint8Array.of(2, 1, 0))).toThrow(saysDamaged)
})
