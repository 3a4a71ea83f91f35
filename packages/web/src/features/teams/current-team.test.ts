import type { Team } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { currentOf } from './current-team.ts'

const team = (id: number): Team => ({
  id,
  name: `Team ${id}`,
  code: '',
  plan: 'free',
  is_active: true,
  logo: null,
  type: 'shared',
  members_count: 1,
  role: 'owner',
  permissions: [],
  owner: { id: 1, name: '' },
  smtp_username: '',
  smtp_password: '',
  smtp_server: '',
  smtp_ports: '',
  smtp_starttls_ports: '',
  smtps_ports: '',
  pop3_ports: '',
  smtp_self_signed: true,
  smtp_open: false,
  mail_domain: null,
})

test.each([
  [[3, 7], '7', 7],
  [[3, 7], '3', 3],
  [[3, 7], null, 3],
  [[3, 7], '9', 3],
  [[3, 7], '', 3],
  [[3, 7], '7abc', 3],
  [[], '7', null],
])('of the teams %j with %j stored, %s is current', (ids, stored, current) => {
  expect(currentOf(ids.map(team), stored)?.id ?? null).toBe(current)
})
