import type { Team } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { teamShortcuts } from './use-team-choice.ts'

const teams = Array.from({ length: 10 }, (_, index) => ({ id: index + 1 }) as Team)

function press(key: string, among: Team[]) {
  const selected: number[] = []
  const missing: number[] = []
  const shortcuts = teamShortcuts(
    among,
    ({ id }) => selected.push(id),
    (digit) => missing.push(digit),
  )
  shortcuts[key]?.()
  return { selected, missing }
}

test.each([
  ['meta+1', 2, { selected: [1], missing: [] }],
  ['meta+2', 2, { selected: [2], missing: [] }],
  ['meta+3', 2, { selected: [], missing: [3] }],
  ['meta+9', 10, { selected: [9], missing: [] }],
  ['meta+1', 0, { selected: [], missing: [1] }],
  ['meta+0', 10, { selected: [], missing: [] }],
  ['mod+1', 10, { selected: [], missing: [] }],
])('%s with %d teams: %j', (key, count, outcome) => {
  expect(press(key, teams.slice(0, count))).toEqual(outcome)
})
