import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodedLength, decodeTransfer, transferEncodingOf } from './transfer-encodings.ts'

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

test('base64 with padding inside decodes to the bytes of each unit, whatever stands between', () => {
  const unit = fc.string({ unit: fc.constantFrom(...'ABZaz09+/-_ \r\n!\xff'.split('')) })
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const each = units.map((text) => Buffer.from(text, 'base64'))
      expect(decoded(units.join('=')).equals(Buffer.concat(each))).toBe(true)
    }),
  )
})

test.each([
  ['a=3Db', 'a=b'],
  ['a=\r\nb', 'ab'],
  ['a= \t\nb', 'ab'],
  ['a=\rb', 'ab'],
  ['a=', 'a'],
  ['a=ZZ', 'a=ZZ'],
])('quoted-printable is read leniently: %j', (text, meant) => {
  const bytes = Buffer.from(text, 'latin1')
  expect(decodeTransfer(bytes, 'quoted-printable').toString('latin1')).toBe(meant)
})

test.each(['x-uuencode', 'uuencode', 'X-UUE', 'uue'])(
  'the transfer encoding %s is uuencoding',
  (name) => {
    const bytes = Buffer.from('begin 644 cat.txt\r\n#0V%T\r\n`\r\nend\r\n')
    expect(decodeTransfer(bytes, transferEncodingOf(name)).toString('latin1')).toBe('Cat')
  },
)

test('a length is that of the bytes, and the first bytes are those of all', () => {
  const units = ['A', 'Zz9+', '/-_', '=', '==', '=41', '=\r\n', '= \n', '\r\n', ' ', '\xff', '!']
  const uuencoded = ['begin 644 a\n', '#0V%T\n', 'M', '`\n', 'end\n', '"2&D\r\n']
  const text = fc.string({ unit: fc.constantFrom(...units, ...uuencoded), maxLength: 40 })
  const encoding = fc.constantFrom('base64', 'quoted-printable', 'uuencode', '')
  fc.assert(
    fc.property(text, encoding, fc.nat(60), (written, name, most) => {
      const bytes = Buffer.from(written, 'latin1')
      const all = decodeTransfer(bytes, name)
      expect(decodedLength(bytes, name)).toBe(all.length)
      const first = decodeTransfer(bytes, name, most)
      expect(first.equals(all.subarray(0, most))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
