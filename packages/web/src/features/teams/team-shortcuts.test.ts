import type { Team } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { teamShortcuts } from './team-shortcuts.ts'

const teams = Array.from({ length: 10 }, (_, index) => ({ id: index + 1 }) as Team)

function press(key: string, among: Team[]) {
  const chosen: number[] = []
  const missing: number[] = []
  const shortcuts = teamShortcuts(
    among,
    ({ id }) => chosen.push(id),
    (digit) => missing.push(digit),
  )
  shortcuts[key]?.()
  return { chosen, missing }
}

test.each([
  ['meta+1', 2, { chosen: [1], missing: [] }],
  ['meta+2', 2, { chosen: [2], missing: [] }],
  ['meta+3', 2, { chosen: [], missing: [3] }],
  ['meta+9', 10, { chosen: [9], missing: [] }],
  ['meta+1', 0, { chosen: [], missing: [1] }],
  ['meta+0', 10, { chosen: [], missing: [] }],
  ['mod+1', 10, { chosen: [], missing: [] }],
])('%s with %d teams: %j', (key, count, outcome) => {
  expect(press(key, teams.slice(0, count))).toEqual(outcome)
})
