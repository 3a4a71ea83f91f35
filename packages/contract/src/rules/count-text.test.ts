import { expect, test } from 'vitest'
import { countText } from '../index.ts'

test.each([
  [countText(0), '0 messages'],
  [countText(1), '1 message'],
  [countText(1_204), '1,204 messages'],
  [countText(1, 'new message'), '1 new message'],
  [countText(2, 'match', 'matches'), '2 matches'],
])('a number is written with the noun that goes with it: %s', (text, expected) => {
  expect(text).toBe(expected)
})
