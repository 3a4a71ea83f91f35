import { expect, test } from 'vitest'
import { createAuthThrottle } from './auth-throttle.ts'

const hour = 60 * 60 * 1_000

test('a key is refused from its last allowed failure on, for an hour from its first', () => {
  let clock = 1_000
  const throttle = createAuthThrottle(2, () => clock)
  expect(throttle.allows(['a', 'b'])).toBe(true)
  throttle.failed(['a', 'b'])
  clock += hour - 1
  throttle.failed(['a'])
  expect(throttle.allows(['a'])).toBe(false)
  expect(throttle.allows(['c', 'a'])).toBe(false)
  expect(throttle.allows(['b', 'c'])).toBe(true)
  clock += 1
  expect(throttle.allows(['a'])).toBe(true)
})

test('many keys push out the oldest instead of growing without bound', () => {
  const throttle = createAuthThrottle(1, () => 0)
  throttle.failed(['first'])
  expect(throttle.allows(['first'])).toBe(false)
  for (let count = 0; count < 20_000; count += 1) throttle.failed([`key ${count}`])
  expect(throttle.allows(['first'])).toBe(true)
  expect(throttle.allows(['key 19999'])).toBe(false)
})
