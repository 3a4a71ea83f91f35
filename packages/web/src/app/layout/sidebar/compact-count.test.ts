import { expect, test } from 'vitest'
import { compactCount } from './sidebar-link.tsx'

test.each([
  [1, '1'],
  [2431, '2,431'],
  [9999, '9,999'],
  [12_345, '12.3K'],
  [1_200_000, '1.2M'],
])('the count %i is shown as %s', (count, shown) => {
  expect(compactCount(count)).toBe(shown)
})
