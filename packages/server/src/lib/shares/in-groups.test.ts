import { expect, test } from 'vitest'
import { asManyAsFit, inGroups } from './in-groups.ts'

const itself = (size: number) => size

test.each([
  [[], []],
  [[100], [[100]]],
  [
    [3, 7, 1],
    [[3, 7], [1]],
  ],
  [
    [3, 8, 1],
    [[3], [8, 1]],
  ],
  [
    [1, 100, 1],
    [[1], [100], [1]],
  ],
  [
    [0, 0, 0, 0],
    [[0, 0, 0], [0]],
  ],
])('%j are divided into %j', (sizes, groups) => {
  expect([...inGroups(sizes, { cost: 10, items: 3 }, itself)]).toEqual(groups)
  // None behind the first that does not fit.
  expect(asManyAsFit(sizes.slice(0, 3), itself, 10)).toEqual(groups[0] ?? [])
})
