import { expect, test } from 'vitest'
import { isAllowed, needsSharedTeam, permissionsOf, teamAction } from './team-actions.ts'
import type { TeamAction } from './team-actions.ts'

const table: [TeamAction, owner: boolean, member: boolean, ofPersonalTeam: boolean][] = [
  ['read_mail', true, true, true],
  ['change_mail', true, true, true],
  ['delete_mail', true, true, true],
  ['import_mail', true, true, true],
  ['forward_mail', true, true, true],
  ['share_mail', true, true, true],
  ['read_team', true, true, true],
  ['change_pins', true, true, true],
  ['change_rules', true, true, true],
  ['send_test_mail', true, true, true],
  ['manage_inboxes', true, true, true],
  ['read_smtp', true, true, true],
  ['manage_tokens', true, true, true],
  ['manage_webhooks', true, true, true],
  ['rename', true, false, true],
  ['delete', true, false, false],
  ['hand_over', true, false, false],
  ['manage_invites', true, false, true],
  ['remove_members', true, false, true],
  ['rotate_credentials', true, false, true],
  ['set_retention', true, false, true],
  ['set_tagging', true, false, true],
  ['leave', false, true, true],
]

test.each(table)('%s: owner %s, member %s, of a personal team %s', (action, owner, member, own) => {
  expect([isAllowed('owner', action), isAllowed('member', action)]).toEqual([owner, member])
  expect(needsSharedTeam(action)).toBe(!own)
  const holds = (role: 'owner' | 'member', type: 'personal' | 'shared') =>
    permissionsOf(role, type).includes(action)
  expect([holds('owner', 'shared'), holds('member', 'shared')]).toEqual([owner, member])
  expect([holds('owner', 'personal'), holds('member', 'personal')]).toEqual([
    owner && own,
    member && own,
  ])
})

test('the table has every action', () => {
  expect(table.map(([action]) => action)).toEqual(teamAction.options)
})
