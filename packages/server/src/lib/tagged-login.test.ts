import { expect, test } from 'vitest'
import { readLogin } from './tagged-login.ts'

test.each([
  ['k3v9', { username: 'k3v9', tag: null }],
  ['k3v9+run42', { username: 'k3v9', tag: 'run42' }],
  ['k3v9+CI_7.a-b', { username: 'k3v9', tag: 'CI_7.a-b' }],
  // What holds no tag is the name as it is given.
  ['k3v9+', { username: 'k3v9+', tag: null }],
  ['+run42', { username: '+run42', tag: null }],
  ['a+b+c', { username: 'a+b+c', tag: null }],
  ['ada+app@rocket.test', { username: 'ada+app@rocket.test', tag: null }],
  [`k3v9+${'x'.repeat(64)}`, { username: 'k3v9', tag: 'x'.repeat(64) }],
  [`k3v9+${'x'.repeat(65)}`, { username: `k3v9+${'x'.repeat(65)}`, tag: null }],
])('the user name %s is read', (given, read) => {
  expect(readLogin(given)).toEqual(read)
})
