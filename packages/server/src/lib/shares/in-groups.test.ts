import { expect, test } from 'vitest'
import { asManyAsFit } from './as-many-as-fit.ts'

test.each([
  [[], []],
  [[100], [100]],
  [
    [3, 7, 1],
    [3, 7],
  ],
  // None behind the first that does not fit.
  [[3, 8, 1], [3]],
  [[100, 1], [100]],
])('of %j fit %j', (sizes, fitting) => {
  expect(asManyAsFit(sizes, (size) => size, 10)).toEqual(fitting)
})
