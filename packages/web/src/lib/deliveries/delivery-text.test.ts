import type { Delivery } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { deliveryText } from './delivery-text.ts'

const next = '2026-11-21T09:41:00.000Z'

const cases: [Delivery['state'], number, string | null, RegExp][] = [
  ['queued', 0, next, /^Queued$/],
  ['queued', 1, next, /^Queued, tried once\. Next try Nov 21, 2026, \d{1,2}:\d1\s[AP]M$/],
  ['queued', 3, null, /^Queued, tried 3 times$/],
  ['sent', 1, null, /^Sent$/],
  ['sent', 2, null, /^Sent, tried twice$/],
  ['failed', 1, null, /^Failed, tried once$/],
  ['failed', 0, null, /^Failed$/],
  ['cancelled', 0, null, /^Cancelled$/],
  ['cancelled', 5, null, /^Cancelled, tried 5 times$/],
]

test.each(cases)('%s after %d attempts', (state, attempts, next_attempt_at, text) => {
  expect(deliveryText({ state, attempts, next_attempt_at })).toMatch(text)
})
