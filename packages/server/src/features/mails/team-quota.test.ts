import { expect, test } from 'vitest'
import { fullnessOf, quotaView, type TeamQuota } from './team-quota.ts'

const held = (total: number, bytes: number, trashed = 0, trashed_bytes = 0) => ({
  total,
  bytes,
  trashed,
  trashed_bytes,
})
const both: TeamQuota = { mails: 10, bytes: 1_000 }

test.each([
  ['nothing limits', { mails: null, bytes: null }, held(1e9, 1e15, 1e9, 1e15), null],
  ['there is room', both, held(9, 999), null],
  ['the last mail came', both, held(10, 1), 'mails'],
  ['the last byte came', both, held(1, 1_000), 'bytes'],
  ['a restored deletion went beyond', both, held(19, 1), 'mails'],
  ['all was deleted', both, held(0, 0, 19, 1_999), null],
  ['as many as it may hold were deleted and caught', both, held(9, 9, 11, 0), 'deleted'],
  ['as many bytes as it may hold were deleted and caught', both, held(1, 500, 1, 1_500), 'deleted'],
  ['only bytes are limited', { mails: null, bytes: 1_000 }, held(1e6, 999), null],
  ['only mails are limited', { mails: 10, bytes: null }, held(9, 1e12), null],
] as const)('where %s', (_, quota, holds, fullness) => {
  expect(fullnessOf(quota, holds)).toBe(fullness)
})

test('people are shown what is limited, and nothing where nothing is', () => {
  expect(quotaView(both, held(10, 700))).toEqual({
    bytes: 700,
    max_mails: 10,
    max_bytes: 1_000,
    full: 'mails',
  })
  expect(quotaView({ mails: null, bytes: null }, held(10, 700))).toBeNull()
})
