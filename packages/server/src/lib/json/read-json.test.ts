import { expect, test } from 'vitest'
import { createJsonCount, readJson, type JsonFault } from './read-json.ts'

const limits = { members: 100, depth: 5 }
const read = (json: string | Buffer, most = limits) => readJson(Buffer.from(json), most)

test.each<[string, unknown, number]>([
  ['an object', { a: 1, b: null, c: 'x' }, 3],
  ['an array', [1, null, {}], 3],
  ['what is nested', { a: [{ b: 1 }, { c: [1, 2] }], d: 1 }, 4],
  ['strings with signs of JSON', ['",', ',\\', '\\",",', { '",': ',[' }, ''], 5],
])('of %s the members outside of its strings count', (_, value, members) => {
  const json = JSON.stringify(value)
  expect(read(json, { ...limits, members })).toEqual({ value })
  expect(read(json, { ...limits, members: members - 1 })).toEqual({ fault: 'members' })
})

const million = 1_000_000
test.each<[string, string | Buffer, JsonFault]>([
  ['nothing', '', 'empty'],
  ['five million lists within each other', '['.repeat(5_200_000), 'depth'],
  ['as many objects', '{"a":'.repeat(1_700_000), 'depth'],
  ['lists that are closed', '['.repeat(6) + ']'.repeat(6), 'depth'],
  ['a million numbers', `[${'1,'.repeat(million)}1]`, 'members'],
  ['a million unclosed lists beside each other', '[],'.repeat(million), 'members'],
  ['brackets that close nothing', ']'.repeat(million), 'syntax'],
  ['a million strings without commas', '""'.repeat(million), 'members'],
  ['a string without an end', `["${',['.repeat(million)}`, 'syntax'],
  ['an escape at its end', '["\\', 'syntax'],
  ['what is not UTF-8', Buffer.from('"\xff"', 'latin1'), 'encoding'],
  ['a prototype', '{"__proto__":{}}', 'prototype'],
  ['a prototype that is nested', '{"a":[{"__proto__":null}]}', 'prototype'],
  ['a prototype in escapes', '{"\\u005f_proto__":1}', 'prototype'],
  ['a prototype by its constructor', '[{"constructor":{"prototype":{}}}]', 'prototype'],
  ['a small body full of it', `[${'{"__proto__":{}},'.repeat(90)}1]`, 'prototype'],
])('%s is refused', (_, json, fault) => {
  expect(read(json)).toEqual({ fault })
})

test('a name that objects have is a field like others', () => {
  const value = { constructor: 'x', prototype: {}, toString: 1 }
  expect(read(JSON.stringify(value))).toEqual({ value })
})

test.each([1, 2, 3, 7])('bytes that come in pieces of %i are counted as a whole', (size) => {
  const json = Buffer.from('{"a\\"[":[[[{"\\\\":"\\\\",",":"]"}]]]}')
  const pieces = Array.from({ length: Math.ceil(json.length / size) }, (_, at) =>
    json.subarray(at * size, (at + 1) * size),
  )
  const countAll = (depth: number) =>
    pieces.map(createJsonCount({ members: 2, depth })).find(Boolean)
  expect([countAll(5), countAll(4)]).toEqual([undefined, 'depth'])
})
