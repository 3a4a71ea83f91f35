import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

test('places are counted for each name and for all, and are freed once', () => {
  const { take, sizeOf } = createPlaces({ most: 3, each: 2 })
  const first = take('ada', 'team 1')
  take('bob', 'team 1')
  expect(take('cleo', 'team 1')).toBeNull()
  expect(sizeOf('cleo')).toBe(0)
  first?.()
  first?.()
  expect(sizeOf('team 1')).toBe(1)
  expect([take('ada', 'team 2'), take('ada', 'team 3')]).not.toContain(null)
  expect(take('dan', 'team 4')).toBeNull()
})
