import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, withoutPartialCharacter } from './charsets.ts'

const bytes = (...values: number[]) => Buffer.from(values)

test.each([
  ['utf-8', [0xc3, 0xa9], 'é'],
  ['UTF8', [0xc3, 0xa9], 'é'],
  ['utf8mb4', [0xc3, 0xa9], 'é'],
  ['utf-8', [0xe9], '\ufffd'],
  ['', [0xc3, 0xa9], 'é'],
  ['', [0xe9], 'é'],
  ['us-ascii', [0xc3, 0xa9], 'é'],
  ['us-ascii', [0xe9], 'é'],
  ['no-such-charset', [0x93, 0xe9, 0x94], '“é”'],
  ['iso-8859-1', [0xc3, 0xa9], 'Ã©'],
  ['ISO_8859-1:1987', [0xe9], 'é'],
  ['iso-8859-15', [0xa4], '€'],
  ['cp1251', [0xcf], 'П'],
  ['x-cp1251', [0xcf], 'П'],
  ['koi8-r', [0xf0], 'П'],
  ['cp932', [0x93, 0x8c], '東'],
  ['x-sjis', [0x93, 0x8c], '東'],
  ['euc-jp', [0xc5, 0xec], '東'],
  ['gb2312', [0xb6, 0xab], '东'],
  ['cp936', [0xb6, 0xab], '东'],
  ['gb18030', [0xb6, 0xab], '东'],
  ['big5', [0xaa, 0x46], '東'],
  ['ks_c_5601-1987', [0xb5, 0xbf], '동'],
  ['tis-620', [0xa1], 'ก'],
  ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x45, 0x6c, 0x1b, 0x28, 0x42], '東'],
  ['utf-16', [0xe9, 0x00], 'é'],
  ['utf-16be', [0x00, 0xe9], 'é'],
  ['utf-16le', [0x41, 0x00], 'A'],
  ['utf-7', [0x2b, 0x41, 0x4f, 0x6b, 0x2d], 'é'],
  ['x-utf-7', [0x2b, 0x41, 0x4f, 0x6b], 'é'],
  ['unicode-1-1-utf-7', [0x2b, 0x2d], '+'],
  ['constructor', [0x41], 'A'],
])('text in %s is decoded: %j', (charset, values, expected) => {
  expect(decodeText(bytes(...values), charset)).toBe(expected)
})

test.each([
  ['ibm850', '477281e165202d2082', 'Grüße - é'],
  ['cp437', '6e618b766520ab', 'naïve ½'],
  ['IBM852', '7a61bea28886', 'zażółć'],
  ['cp865', '9d7265', 'Øre'],
  ['hz-gb-2312', '7e7b44633a437e7d207e7e206f6b', '你好 ~ ok'],
  ['iso-2022-kr', '1b2429430e475131393e6e0f206f6b', '한국어 ok'],
  ['johab', 'd0658a82b4e12099b120f7d3206f6b', '한국어 똠 漢 ok'],
  ['utf-16', 'feff00e96771', 'é東'],
  ['utf-16', 'fffee9007167', 'é東'],
  ['utf-16', '67714eac', '東京'],
  ['utf-16', '4800690020007167', 'Hi 東'],
  ['utf-16le', 'feff6771', '東'],
  ['utf-32', '0000feff0000004100006771', 'A東'],
  ['utf-32', 'fffe00004100000071670000', 'A東'],
  ['utf-32', '0000004100006771', 'A東'],
  ['utf-32le', '4100000071670000', 'A東'],
  ['koi8-r format=flowed', 'f0d2c9d7c5d4', 'Привет'],
  ['windows-1251;', 'cff0e8e2e5f2', 'Привет'],
])(
  'text in %s is decoded that no browser reads, or whose order of bytes a mark says: %s',
  (charset, hex, expected) => {
    expect(decodeText(Buffer.from(hex, 'hex'), charset)).toBe(expected)
  },
)

test.each([
  ['utf-8', [0x41, 0xc3], 'A'],
  ['', [0x41, 0xe6, 0x9d], 'A'],
  ['gb18030', [0x41, 0xb6], 'A'],
  ['shift_jis', [0x41, 0x93], 'A'],
  ['utf-16le', [0x41, 0x00, 0x41], 'A'],
  ['iso-8859-1', [0x41, 0xe9], 'Aé'],
])('decoding leaves out a last character that was cut: %s %j', (charset, values, expected) => {
  expect(decodeText(bytes(...values), charset, true)).toBe(expected)
  expect(decodeText(bytes(0x41), charset === 'utf-16le' ? 'utf-8' : charset)).toBe('A')
})

test('decoding text accepts any bytes under any name of a charset', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (source, charset) => {
      expect(typeof decodeText(source, charset)).toBe('string')
    }),
  )
})

test.each([
  ['a whole character', [0x41, 0xc3, 0xa9], 3],
  ['half of two bytes', [0x41, 0xc3], 1],
  ['a third of three', [0x41, 0xe6], 1],
  ['two thirds of three', [0x41, 0xe6, 0x9d], 1],
  ['three quarters of four', [0x41, 0xf0, 0x9f, 0x9a], 1],
  ['bytes that never began', [0x80, 0x80, 0x80, 0x80], 4],
  ['nothing', [], 0],
])('bytes at a cut end are left out: %s', (_name, values, length) => {
  expect(withoutPartialCharacter(bytes(...values))).toHaveLength(length)
})
