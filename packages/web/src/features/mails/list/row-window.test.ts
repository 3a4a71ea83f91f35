import { expect, test } from 'vitest'
import { rowWindow, topShowing } from './row-window.ts'

const view = { height: 800, rowHeight: 80 }

test.each([
  ['the top of a long list', { top: 0, count: 100_000 }, { from: 0, to: 27 }],
  ['its middle', { top: 400_000, count: 100_000 }, { from: 4_992, to: 5_019 }],
  ['its very end', { top: 7_999_200, count: 100_000 }, { from: 99_981, to: 100_000 }],
  ['an overscrolled top', { top: -50, count: 100_000 }, { from: 0, to: 27 }],
  ['a list that fits', { top: 0, count: 3 }, { from: 0, to: 3 }],
  ['a list that has become short under the view', { top: 400_000, count: 5 }, { from: 0, to: 5 }],
  ['an empty list', { top: 0, count: 0 }, { from: 0, to: 0 }],
])('draws what is in view, and a little more: %s', (_, at, drawn) => {
  expect(rowWindow({ ...view, ...at })).toEqual(drawn)
})

test('draws every row that is in view, wherever the view is', () => {
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
])('scrolls no further than it takes to show a row %s', (_, row, top) => {
  expect(topShowing(row, { ...view, top: 750 })).toBe(top)
})
