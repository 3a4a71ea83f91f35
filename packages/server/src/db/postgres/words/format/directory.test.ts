import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { packDirectory, unpackDirectory } from './directory.ts'

test('a directory comes back', () => {
  const ids = fc
    .uniqueArray(fc.nat({ max: Number.MAX_SAFE_INTEGER }))
    .map((ids) => ids.toSorted((one, other) => one - other))
  fc.assert(
    fc.property(ids, fc.array(fc.uint8Array()), (ids, firstTerms) => {
      const blocks = firstTerms.map((firstTerm) => ({
        firstTerm,
        postings: new Uint8Array(0),
        places: new Uint8Array(0),
      }))
      expect(unpackDirectory(packDirectory({ ids, blocks }))).toEqual({ ids, firstTerms })
    }),
  )
})

test('the directory of 16,384 mails in a row has some dozens of bytes', () => {
  const ids = Array.from({ length: 16_384 }, (_, at) => 9_000_000_000 + at)
  expect(packDirectory({ ids, blocks: [] }).length).toBeLessThan(60)
})
