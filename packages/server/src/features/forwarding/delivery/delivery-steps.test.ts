import { expect, test } from 'vitest'
import { nextStep, whenOverCap } from './delivery-steps.ts'

const day = 24 * 60 * 60_000
const order = { applies: 1, stopped_at: null, mail_id: 7, received_at: 5, trashed_at: null }
const row = { created_at: 0 }

test.each([
  ['is sent', order, 0, { do: 'send', mailId: 7, receivedAt: 5 }],
  ['is sent one last time when its day ends', order, day, { do: 'send' }],
  ['fails after its day', order, day + 60_001, { do: 'fail', answer: 'Not sent within a day' }],
  ['is cancelled with its rule', undefined, 0, { do: 'cancel' }],
  ['is cancelled when its rule does not apply', { ...order, applies: 0 }, 0, { do: 'cancel' }],
  [
    'is cancelled when its address wants no more',
    { ...order, applies: 0, stopped_at: 1 },
    0,
    { do: 'cancel', answer: 'The recipient has stopped emails from Mailstop' },
  ],
  [
    'is cancelled with its mail',
    { ...order, mail_id: null, received_at: null },
    0,
    { do: 'cancel', answer: 'The message was deleted' },
  ],
  [
    'waits while its mail can be restored',
    { ...order, trashed_at: 1 },
    100,
    { do: 'wait', until: 60_100 },
  ],
  [
    'waits longer, the longer its mail has been deleted',
    { ...order, trashed_at: 1 },
    300_001,
    { do: 'wait', until: 600_001 },
  ],
  ['does not wait without its rule', { ...order, applies: 0, trashed_at: 1 }, 9, { do: 'cancel' }],
])('a delivery %s', (_what, order, now, step) => {
  expect(nextStep(order, row, now)).toMatchObject(step)
})

test('a delivery over a cap waits for the next hour, and fails when its day ends before that', () => {
  const cap = 'At most 2 an hour'
  const until = day
  expect(whenOverCap(row, { until, cap })).toEqual({ do: 'wait', until, answer: cap })
  expect(whenOverCap(row, { until: until + 1, cap })).toEqual({
    do: 'fail',
    answer: 'Not sent within a day: At most 2 an hour',
  })
})
