import { expect, test } from 'vitest'
import {
  deliveryWaits,
  isRefusedForGood,
  letterWaits,
  nextAttemptAt,
  patienceMs,
} from './retry-rules.ts'

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
])('after attempt $attempts a letter waits $wait ms', ({ attempts, random, wait }) => {
  const now = minute
  expect(nextAttemptAt({ attempts, created_at: 0, now, random }, letterWaits)).toBe(now + wait)
})

test.each([
  { attempts: 1, random: 1, wait: minute },
  { attempts: 1, random: 0, wait: 2 * minute },
  { attempts: 2, random: 1, wait: 2 * minute },
  { attempts: 9, random: 0, wait: 360 * minute },
  { attempts: 500, random: 0, wait: 360 * minute },
  { attempts: 500, random: 1, wait: 180 * minute },
])('after attempt $attempts a delivery waits $wait ms', ({ attempts, random, wait }) => {
  const failed = { attempts, created_at: 0, now: minute, random }
  expect(nextAttemptAt(failed, deliveryWaits)).toBe(minute + wait)
})

test('it is tried one last time when a day has passed, and then no more', () => {
  const failed = { attempts: 90, created_at: 0, random: 0 }
  expect(nextAttemptAt({ ...failed, now: patienceMs - minute }, letterWaits)).toBe(patienceMs)
  expect(nextAttemptAt({ ...failed, now: patienceMs }, letterWaits)).toBeNull()
})

test.each([
  ['a recipient that does not exist', { code: 'EENVELOPE', responseCode: 550 }, true],
  ['contents that are not wanted', { code: 'EMESSAGE', responseCode: 554 }, true],
  ['a full mailbox', { code: 'EENVELOPE', responseCode: 452 }, false],
  ['a busy relay', { code: 'EMESSAGE', responseCode: 451 }, false],
  ['a wrong password', { code: 'EAUTH', responseCode: 535 }, false],
  ['a relay that is closed', { code: 'EPROTOCOL', responseCode: 554 }, false],
  ['no relay', { code: 'ESOCKET' }, false],
])('%s: refused for good %j', (_what, properties, isFinal) => {
  expect(isRefusedForGood(Object.assign(new Error('x'), properties))).toBe(isFinal)
})

test('what is no error of a relay is not its refusal', () => {
  expect(isRefusedForGood('no')).toBe(false)
})
