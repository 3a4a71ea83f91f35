import { expect, test } from 'vitest'
import { anchorShift, rowWindow, topShowing } from './use-row-window.ts'

const view = { height: 800, rowHeight: 80 }

test.each([
  ['the top of a long list', { top: 0, count: 100_000 }, { from: 0, to: 27 }],
  ['its middle', { top: 400_000, count: 100_000 }, { from: 4_992, to: 5_019 }],
  ['its very end', { top: 7_999_200, count: 100_000 }, { from: 99_981, to: 100_000 }],
  ['an overscrolled top', { top: -50, count: 100_000 }, { from: 0, to: 27 }],
  ['a list that fits', { top: 0, count: 3 }, { from: 0, to: 3 }],
  ['a list that has become short under the view', { top: 400_000, count: 5 }, { from: 0, to: 5 }],
  ['an empty list', { top: 0, count: 0 }, { from: 0, to: 0 }],
])('the window on the list has the rows in view, and a few more: %s', (_, at, drawn) => {
  expect(rowWindow({ ...view, ...at })).toEqual(drawn)
})

test('the window on the list has every row that is in view, at every scroll position', () => {
  for (let top = 0; top <= 80 * 200 - 800; top += 7) {
    const { from, to } = rowWindow({ ...view, top, count: 200 })
    expect(from * 80).toBeLessThanOrEqual(top)
    expect(to * 80).toBeGreaterThanOrEqual(top + 800)
  }
})

test.each([
  ['above the view', 3, 240],
  ['half above it', 9, 720],
  ['within it', 12, 750],
  ['half below it', 19, 800],
  ['below it', 50, 3_280],
])('the list scrolls no further than necessary to show a row %s', (_, row, top) => {
  expect(topShowing(row, { ...view, top: 750 })).toBe(top)
})

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
