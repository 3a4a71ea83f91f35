import { expect, test } from 'vitest'
import { anchorShift } from './scroll-anchor.ts'

test.each<[string, number[], number[], number, number]>([
  ['nothing changed', [9, 8, 7], [9, 8, 7], 1, 0],
  ['two came above', [9, 8, 7], [11, 10, 9, 8, 7], 1, 2],
  ['one went above', [9, 8, 7], [8, 7], 1, -1],
  ['one went below', [9, 8, 7], [9, 8], 1, 0],
  ['more came below', [9, 8], [9, 8, 7, 6], 1, 0],
  ['the first one in view itself went', [9, 8, 7], [9, 7], 1, -1],
  ['all is new', [9, 8], [3, 2], 1, 0],
  ['there was nothing', [], [3, 2], 0, 0],
])('when %s, the view follows', (_, before, after, top, shift) => {
  const rows = (ids: number[]) => ids.map((id) => ({ id }))
  expect(anchorShift(rows(before), rows(after), top)).toBe(shift)
})
