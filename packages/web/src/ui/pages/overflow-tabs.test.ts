import { expect, test } from 'vitest'
import { fittingTabs } from './overflow-tabs.tsx'

const row = { gap: 10, moreWidth: 30 }

test.each([
  ['all fit', 320, 0, [0, 1, 2]],
  ['what fits beside the menu', 250, 0, [0, 1]],
  ['the selected one in place of the last', 250, 2, [0, 2]],
  ['the selected one alone where nothing fits', 40, 1, [1]],
  ['all before the width is known', 0, 0, [0, 1, 2]],
])('of tabs are shown: %s', (_, available, selected, shown) => {
  expect(fittingTabs({ ...row, available, widths: [100, 100, 100], selected })).toEqual(shown)
})
