import { expect, test } from 'vitest'
import { isAllowed, type TeamAction } from './team-rules.ts'

const table: [TeamAction, owner: boolean, member: boolean][] = [
  ['read', true, true],
  ['change_mail', true, true],
  ['change_pins', true, true],
  ['change_rules', true, true],
  ['rename', true, false],
  ['delete', true, false],
  ['manage_invites', true, false],
  ['remove_members', true, false],
  ['rotate_credentials', true, false],
  ['leave', false, true],
]

test.each(table)('%s: owner %s, member %s', (action, owner, member) => {
  expect([isAllowed('owner', action), isAllowed('member', action)]).toEqual([owner, member])
})
