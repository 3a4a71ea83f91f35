import { expect, test } from 'vitest'
import { fullnessOf, quotaOf, refusedTeams, type TeamQuota } from './team-quota.ts'

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

test.each([
  ['a mail that reaches the bytes fits', 300, null],
  ['a mail that would pass them does not', 301, 'bytes'],
] as const)('%s', (_, charge, fullness) => {
  expect(fullnessOf(both, held(1, 700), charge)).toBe(fullness)
})

test('limits of a team count before the usual ones: a number, none, or no limits of its own', () => {
  expect(quotaOf(both, null)).toEqual(both)
  expect(quotaOf(both, { max_mails: null, max_bytes: null })).toEqual(both)
  expect(quotaOf(both, { max_mails: 3, max_bytes: 0 })).toEqual({ mails: 3, bytes: null })
})

test('a batch is refused for teams beyond their limits, and for those that are suspended', () => {
  const team = (team_id: number, total: number, own = {}) => ({
    ...held(total, 1),
    team_id,
    max_mails: null,
    max_bytes: null,
    deactivated_at: null,
    ...own,
  })
  const teams = [
    team(1, 10),
    team(2, 11),
    team(3, 11, { max_mails: 0 }),
    team(4, 1, { deactivated_at: 5 }),
  ]
  expect(refusedTeams(both, teams)).toEqual([
    [2, 'full'],
    [4, 'suspended'],
  ])
})
