import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeTransfer } from './transfer-encodings.ts'

const decoded = (text: string) => decodeTransfer(Buffer.from(text, 'latin1'), 'base64')

test.each([
  ['SGVsbG8=', 'Hello'],
  ['SGVsbG8', 'Hello'],
  ['SGVs\r\nbG8=\r\n', 'Hello'],
  ['SA==\r\naQ==\r\n', 'Hi'],
  ['SA=aQ', 'Hi'],
  ['SGk=S', 'Hi'],
  ['====SGk', 'Hi'],
  ['S=G=k', ''],
  ['=-_8', '\xfb\xff'],
])('base64 is read unit by unit: %j', (text, meant) => {
  expect(decoded(text).toString('latin1')).toBe(meant)
})

test('base64 with padding inside gives the bytes of each unit, whatever stands between', () => {
  const unit = fc.string({ unit: fc.constantFrom(...'ABZaz09+/-_ \r\n!\xff'.split('')) })
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const each = units.map((text) => Buffer.from(text, 'base64'))
      expect(decoded(units.join('=')).equals(Buffer.concat(each))).toBe(true)
    }),
  )
})
