import { expect, test } from 'vitest'
import { isAllowed, refusalOfType, type TeamAction } from './team-rules.ts'

const table: [TeamAction, owner: boolean, member: boolean, ofPersonalTeam: boolean][] = [
  ['read', true, true, true],
  ['change_mail', true, true, true],
  ['change_pins', true, true, true],
  ['change_rules', true, true, true],
  ['send_test_mail', true, true, true],
  ['rename', true, false, true],
  ['delete', true, false, false],
  ['hand_over', true, false, false],
  ['manage_invites', true, false, true],
  ['remove_members', true, false, true],
  ['rotate_credentials', true, false, true],
  ['leave', false, true, true],
]

test.each(table)('%s: owner %s, member %s, of a personal team %s', (action, owner, member, own) => {
  expect([isAllowed('owner', action), isAllowed('member', action)]).toEqual([owner, member])
  expect(refusalOfType('shared', action)).toBeNull()
  expect(refusalOfType('personal', action) === null).toBe(own)
})
