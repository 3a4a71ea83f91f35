import { expect, test } from 'vitest'
import { hasMoreMembers } from './json-members.ts'

test.each([
  ['an object', { a: 1, b: null, c: 'x' }, 3],
  ['an array', [1, null, {}], 3],
  ['what is nested', { a: [{ b: 1 }, { c: [1, 2] }] }, 7],
])('the members of %s are counted', (_, value, members) => {
  expect([hasMoreMembers(value, members), hasMoreMembers(value, members - 1)]).toEqual([
    false,
    true,
  ])
})

test('what is no object and no array has none', () => {
  expect(['a', 1, null, true].map((value) => hasMoreMembers(value, 0))).toEqual(
    Array(4).fill(false),
  )
})
