import { expect, test } from 'vitest'
import {
  nextAttemptAt,
  patienceMs,
  patientWaits,
  promptWaits,
  restAfterOutages,
} from './queue-rules.ts'

const second = 1_000
const minute = 60 * second

test.each([
  { attempts: 1, random: 0, wait: 5 * second },
  { attempts: 1, random: 1, wait: 2.5 * second },
  { attempts: 2, random: 0, wait: 10 * second },
  { attempts: 5, random: 0, wait: 80 * second },
  { attempts: 9, random: 0, wait: 15 * minute },
  { attempts: 500, random: 0, wait: 15 * minute },
  { attempts: 500, random: 1, wait: 7.5 * minute },
])(
  'on the prompt schedule a row waits $wait ms after attempt $attempts',
  ({ attempts, random, wait }) => {
    const now = minute
    expect(nextAttemptAt({ attempts, created_at: 0, now, random }, promptWaits)).toBe(now + wait)
  },
)

test.each([
  { attempts: 1, random: 1, wait: minute },
  { attempts: 1, random: 0, wait: 2 * minute },
  { attempts: 2, random: 1, wait: 2 * minute },
  { attempts: 9, random: 0, wait: 360 * minute },
  { attempts: 500, random: 0, wait: 360 * minute },
  { attempts: 500, random: 1, wait: 180 * minute },
])(
  'on the patient schedule a row waits $wait ms after attempt $attempts',
  ({ attempts, random, wait }) => {
    const failed = { attempts, created_at: 0, now: minute, random }
    expect(nextAttemptAt(failed, patientWaits)).toBe(minute + wait)
  },
)

test('a row is tried one last time when a day has passed, and then no more', () => {
  const failed = { attempts: 90, created_at: 0, random: 0 }
  expect(nextAttemptAt({ ...failed, now: patienceMs - minute }, promptWaits)).toBe(patienceMs)
  expect(nextAttemptAt({ ...failed, now: patienceMs }, promptWaits)).toBeNull()
})

test('a receiving side that is down is left alone longer and longer, and for a minute at most', () => {
  expect([1, 2, 3, 4, 5, 100].map(restAfterOutages)).toEqual([
    5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
  ])
})
