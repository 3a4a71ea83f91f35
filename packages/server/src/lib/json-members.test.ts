import { expect, test } from 'vitest'
import { hasMoreCommas } from './json-members.ts'

test.each<[string, unknown, number]>([
  ['a text', 'a,b', 0],
  ['an object', { a: 1, b: null, c: 'x' }, 2],
  ['an array', [1, null, {}], 2],
  ['what is nested', { a: [{ b: 1 }, { c: [1, 2] }], d: 1 }, 3],
  ['strings with signs of JSON', ['",', ',\\', '\\",",', { '",': ',' }, ''], 4],
])('of %s the commas outside of its strings count', (_, value, commas) => {
  const json = Buffer.from(JSON.stringify(value))
  expect([hasMoreCommas(json, commas), hasMoreCommas(json, commas - 1)]).toEqual([false, true])
})

test('a string without an end holds the rest', () => {
  expect(hasMoreCommas(Buffer.from('["a,,,,'), 0)).toBe(false)
})
