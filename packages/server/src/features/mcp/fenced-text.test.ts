import { expect, test } from 'vitest'
import { manyLines, oneLine, withoutUnseen } from './fenced-text.ts'

test.each<[string, number[]]>([
  ['a soft hyphen', [0xad]],
  ['joiners', [0x34f, 0x200c, 0x200d]],
  ['a space without a width', [0x200b]],
  ['marks of direction', [0x61c, 0x200e, 0x200f]],
  ['embeddings and overrides', [0x202a, 0x202b, 0x202c, 0x202d, 0x202e]],
  ['isolates', [0x2066, 0x2067, 0x2068, 0x2069]],
  ['operators that are not seen', [0x2060, 0x2061, 0x2062, 0x2063, 0x2064]],
  ['format controls that are deprecated', [0x206a, 0x206f]],
  ['variation selectors', [0xfe00, 0xfe0f, 0x180b, 0x180f, 0xe0100, 0xe01ef]],
  ['tags', [0xe0001, 0xe0041, 0xe007f]],
  ['fillers of Hangul', [0x115f, 0x1160, 0x3164, 0xffa0]],
  ['a byte order mark and anchors', [0xfeff, 0xfff9, 0xfffb]],
  ['what Unicode keeps for more of them', [0x2065, 0xfff0, 0xe0fff]],
  ['controls of music and shorthand', [0x1bca0, 0x1d173]],
])('%s are not in what an agent is shown', (_, points) => {
  const hidden = String.fromCodePoint(...points.flatMap((point) => [0x61, point]), 0x7a)
  const seen = `${'a'.repeat(points.length)}z`
  expect([withoutUnseen(hidden), oneLine(hidden), manyLines(hidden)]).toEqual([seen, seen, seen])
})

test('letters of every script, signs and lines stay', () => {
  const text = 'Grüße 你好 مرحبا שלום हिन्दी 👩 £5 ½ e\u0301\n\tin two lines'
  expect(manyLines(text)).toBe(text)
})
