import { expect, test } from 'vitest'
import { createAuthThrottle, type AuthThrottle } from './auth-throttle.ts'

const hour = 60 * 60 * 1_000
const rules = (limit: number, ...keys: string[]) => keys.map((key) => ({ key, limit }))
const wrong = async () => ({ failed: true, result: 'wrong' })
const right = async () => ({ failed: false, result: 'right' })
let guesses = 0
const newGuess = () => `guess ${(guesses += 1)}`
const fails = (throttle: AuthThrottle, limit: number, ...keys: string[]) =>
  throttle.attempt(rules(limit, ...keys), newGuess(), wrong)
const succeeds = (throttle: AuthThrottle, limit: number, ...keys: string[]) =>
  throttle.attempt(rules(limit, ...keys), 'right', right)

test('a key is refused from its last allowed failure on, for an hour from its first', async () => {
  let clock = 1_000
  const throttle = createAuthThrottle(() => clock)
  await fails(throttle, 2, 'a', 'b')
  clock += hour - 1
  await fails(throttle, 2, 'a')
  expect(await succeeds(throttle, 2, 'a')).toBe(null)
  expect(await succeeds(throttle, 2, 'c', 'a')).toBe(null)
  expect(await succeeds(throttle, 2, 'b', 'c')).toBe('right')
  clock += 1
  expect(await succeeds(throttle, 2, 'a')).toBe('right')
})

test('each key has the limit of its rule', async () => {
  const throttle = createAuthThrottle(() => 0)
  const attempt = (account: string) =>
    throttle.attempt(
      [
        { key: account, limit: 2 },
        { key: 'address', limit: 5 },
      ],
      newGuess(),
      wrong,
    )
  expect([await attempt('a'), await attempt('a'), await attempt('a')]).toEqual([
    'wrong',
    'wrong',
    null,
  ])
  expect([await attempt('b'), await attempt('b'), await attempt('c')]).toEqual([
    'wrong',
    'wrong',
    'wrong',
  ])
  expect(await attempt('d')).toBe(null)
})

test('the same wrong guess counts once however often it is made', async () => {
  const throttle = createAuthThrottle(() => 0)
  for (let tries = 0; tries < 50; tries += 1) {
    expect(await throttle.attempt(rules(2, 'a'), 'the old password', wrong)).toBe('wrong')
  }
  expect(await succeeds(throttle, 2, 'a')).toBe('right')
  await fails(throttle, 2, 'a')
  expect(await succeeds(throttle, 2, 'a')).toBe(null)
})

test('many attempts at once get no more guesses than one after another', async () => {
  const throttle = createAuthThrottle(() => 0)
  let checked = 0
  const results = await Promise.all(
    Array.from({ length: 50 }, () =>
      throttle.attempt(rules(3, 'a'), newGuess(), async () => {
        checked += 1
        return wrong()
      }),
    ),
  )
  expect(checked).toBe(3)
  expect(results.filter((result) => result === null).length).toBe(47)
})

test('many right attempts at once wait for each other and all succeed', async () => {
  const throttle = createAuthThrottle(() => 0)
  let underWay = 0
  let most = 0
  const results = await Promise.all(
    Array.from({ length: 50 }, () =>
      throttle.attempt(rules(3, 'a'), newGuess(), async () => {
        underWay += 1
        most = Math.max(most, underWay)
        await Promise.resolve()
        underWay -= 1
        return { failed: false, result: 'right' }
      }),
    ),
  )
  expect(results).toEqual(Array(50).fill('right'))
  expect(most).toBe(3)
})

test('a check that could not be made is no failure, and holds up nobody', async () => {
  const throttle = createAuthThrottle(() => 0)
  const failing = () => Promise.reject(new Error('no database'))
  const broken = throttle.attempt(rules(1, 'a'), newGuess(), failing)
  const waiting = succeeds(throttle, 1, 'a')
  await expect(broken).rejects.toThrow('no database')
  expect(await waiting).toBe('right')
})

test('many keys push out the oldest instead of growing without bound', async () => {
  const throttle = createAuthThrottle(() => 0)
  await fails(throttle, 1, 'first')
  expect(await succeeds(throttle, 1, 'first')).toBe(null)
  for (let count = 0; count < 20_000; count += 1) await fails(throttle, 1, `key ${count}`)
  expect(await succeeds(throttle, 1, 'first')).toBe('right')
  expect(await succeeds(throttle, 1, 'key 19999')).toBe(null)
})
