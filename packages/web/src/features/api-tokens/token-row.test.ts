import { expect, test } from 'vitest'
import { tokenEnd } from './token-row.tsx'

const now = Date.parse('2026-11-23T12:00:00.000Z')

test.each([
  [null, 'Never ends', null],
  ['2027-11-23T12:00:00.000Z', 'Ends Nov 23, 2027', null],
  ['2026-12-07T12:00:00.001Z', 'Ends Dec 7, 2026', null],
  ['2026-12-07T12:00:00.000Z', 'Ends in 14 days', 'soon'],
  ['2026-11-25T11:00:00.000Z', 'Ends in 1 day', 'soon'],
  ['2026-11-24T11:00:00.000Z', 'Ends within a day', 'soon'],
  ['2026-11-23T12:00:00.000Z', 'Expired Nov 23, 2026', 'expired'],
])('a token that ends at %s: %s', (expiresAt, text, mark) => {
  expect(tokenEnd(expiresAt, now)).toEqual({ text, mark })
})
