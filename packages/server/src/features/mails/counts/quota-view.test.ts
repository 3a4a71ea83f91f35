import { expect, test } from 'vitest'
import type { TeamQuota } from '../../../db/mail/team-quota.ts'
import { quotaView } from './team-counters.ts'

const held = (total: number, bytes: number) => ({ total, bytes, trashed: 0, trashed_bytes: 0 })
const both: TeamQuota = { mails: 10, bytes: 1_000 }

test('people are shown what is limited, and nothing where nothing is', () => {
  const limits = { max_mails: 10, max_bytes: 1_000 }
  expect(quotaView(both, held(10, 700))).toEqual({ bytes: 700, ...limits, full: 'mails' })
  expect(quotaView(both, held(9, 990))).toEqual({ bytes: 990, ...limits, full: null })
  expect(quotaView({ mails: null, bytes: null }, held(10, 700))).toBeNull()
})

test('an inbox is shown as full where little is left of its bytes', () => {
  expect(quotaView(both, held(9, 991))?.full).toBe('bytes')
  const large = { mails: null, bytes: 1_000_000_000 }
  expect(quotaView(large, held(9, 1_000_000_000 - 64 * 1024))?.full).toBeNull()
  expect(quotaView(large, held(9, 1_000_000_001 - 64 * 1024))?.full).toBe('bytes')
})
