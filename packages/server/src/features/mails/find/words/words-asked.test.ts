import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesWords } from '../../../../db/postgres/words/find/match-words.ts'
import { addressKey } from '../../../../lib/network/address-key.ts'
import { addressSearch } from '../mail-selection.ts'
import { conditionsOf } from '../mail-condition.ts'
import { facts } from './mail-facts.ts'
import { wordsAsked } from './words-asked.ts'

const piece = fc.string({
  unit: fc.constantFrom('a', 'b', '%', '_', '\\', '.', '+', 'é', '😀'),
  maxLength: 3,
})
const domain = fc.constantFrom('a.test', 'b.a.test', 'test')
const address = fc.tuple(piece, piece, domain).map(([one, two, of]) => `${one}${two}@${of}`)
const pattern = fc
  .tuple(fc.array(piece, { maxLength: 3 }), fc.option(domain))
  .map(([pieces, of]) => `${pieces.join('*')}*${of === null ? '' : `@${of}`}`)

const globbed = (key: string) =>
  new RegExp(
    `^${key.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`).replaceAll('*', '.*')}$`,
    'su',
  )

test('words say of every address that is like a pattern that it is so', () => {
  fc.assert(
    fc.property(
      address,
      pattern,
      fc.constantFrom('sender' as const, 'recipient' as const),
      (written, asked, role) => {
        const search = addressSearch(role, asked)
        const rows = conditionsOf(search).filter(({ kind }) => kind === 'row')
        const words = wordsAsked(null, rows)
        fc.pre(words !== null)
        const key = addressKey(written)
        const fact = role === 'sender' ? facts.sender(key) : facts.recipient(key)
        const isLike = globbed(addressKey(asked).replaceAll(/\*+/g, '*')).test(key)
        const isFound = matchesWords(words, ` ${fact} `)
        // Signs that are spelled by one character are taken for each other.
        const isSure = /^[\w.@*]*$/.test(written + asked)
        expect(isSure ? isFound : isFound || !isLike).toBe(isSure ? isLike : true)
      },
    ),
  )
})
