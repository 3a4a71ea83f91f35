import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentJson } from './indent-json.ts'

test('JSON is indented as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test.each([
  [
    'numbers keep their digits',
    '[12345678901234567890,1.0]',
    '[\n  12345678901234567890,\n  1.0\n]',
  ],
  ['a cut text is shown as far as it goes', '{"a":"b', '{\n  "a": "b'],
  ['other white space is dropped', '{ "a"\n:\t1 }', '{\n  "a": 1\n}'],
  ['empty lists stay on one line', '{"a":[],"b":{}}', '{\n  "a": [],\n  "b": {}\n}'],
])('%s', (_name, text, shown) => {
  expect(indentJson(text)).toBe(shown)
})

test('a text that indenting makes far longer is shown as it is', () => {
  const nested = '['.repeat(10_000)
  expect(indentJson(nested)).toMatch(/^\[\n {2}\[\n {4}\[/)
  for (const unit of ['[', '{"a":', '[1,']) {
    const text = unit.repeat(100_000)
    expect(indentJson(text)).toBe(text)
  }
})
