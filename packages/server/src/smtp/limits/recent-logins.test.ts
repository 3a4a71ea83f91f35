import { expect, test } from 'vitest'
import { createRecentLogins } from './recent-logins.ts'

test('a login is remembered for seven days from when it was last right', () => {
  const day = 24 * 60 * 60_000
  let clock = 0
  const recent = createRecentLogins(() => clock)
  recent.add('a', 1)
  clock += 5 * day
  recent.add('a', 1)
  clock += 7 * day - 1
  expect(recent.has('a')).toBe(true)
  clock += 1
  expect(recent.has('a')).toBe(false)
})

test('an account that logs in from everywhere pushes out its own logins alone', () => {
  const recent = createRecentLogins(() => 0)
  recent.add('of another', 1)
  for (let count = 0; count < 50_000; count += 1) recent.add(`everywhere ${count}`, 2)
  expect(recent.has('of another')).toBe(true)
  expect(recent.has('everywhere 49980')).toBe(true)
  expect(recent.has('everywhere 49979')).toBe(false)
})

test('beyond 20,000 the one that is longest out of use goes', () => {
  const recent = createRecentLogins(() => 0)
  for (let account = 0; account < 20_000; account += 1) recent.add(`login ${account}`, account)
  recent.add('login 0', 0)
  recent.add('one more', 20_000)
  expect(['login 0', 'login 1', 'one more'].map(recent.has)).toEqual([true, false, true])
})
