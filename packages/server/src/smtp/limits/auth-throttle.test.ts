import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { createLimiter } from '../../attempts/attempts.ts'
import { createAuthThrottle, type AuthThrottleOptions } from './auth-throttle.ts'

const hour = 60 * 60 * 1_000
const wrong = async () => null
const right = async () => ({ id: 7 })
const isWanted = () => true

function throttleOf(overrides: Partial<AuthThrottleOptions> = {}) {
  const rests: number[] = []
  const throttle = createAuthThrottle({
    now: () => 0,
    limit: 3,
    gapMs: 5,
    pause: async (ms) => void rests.push(ms),
    ...overrides,
  })
  let guesses = 0
  const fails = (client = 'a', guess = `guess ${(guesses += 1)}`) =>
    throttle.attempt({ client, guess, isWanted }, wrong)
  const succeeds = (client = 'a', guess = 'right') =>
    throttle.attempt({ client, guess, isWanted }, right)
  return { throttle, rests, fails, succeeds }
}

const quick = { account: null, isPastLimit: false }
const inTurn = { account: null, isPastLimit: true }
const accepted = { account: { id: 7 }, isPastLimit: false }

test('after its last quick guess a client has each checked in turn, for an hour from its first', async () => {
  let clock = 1_000
  const { fails, rests } = throttleOf({ now: () => clock })
  await fails()
  clock += hour - 1
  expect([await fails(), await fails()]).toEqual([quick, quick])
  expect(rests).toEqual([])
  expect([await fails(), await fails('b')]).toEqual([inTurn, quick])
  expect(rests).toEqual([5])
  clock += 1
  expect(await fails()).toEqual(quick)
})

test('a right login passes from where thousands were wrong, be it the first from there', async () => {
  const { fails, succeeds } = throttleOf()
  for (let tries = 0; tries < 5_000; tries += 1) await fails()
  expect(await succeeds()).toEqual(accepted)
})

test('a login that was right lately waits for nobody who guesses', async () => {
  const { fails, succeeds } = throttleOf({ pause: () => new Promise(() => {}) })
  await succeeds()
  for (let tries = 0; tries < 4; tries += 1) await fails()
  void fails()
  expect(await succeeds()).toEqual(accepted)
})

test('a login whose password was changed since is a guess again', async () => {
  const { succeeds, fails } = throttleOf({ limit: 1 })
  await succeeds('a', 'old')
  expect([await fails('a', 'old'), await fails('a', 'old')]).toEqual([quick, inTurn])
})

test('the same wrong guess counts once however often it is made', async () => {
  const { fails } = throttleOf({ limit: 2 })
  for (let tries = 0; tries < 50; tries += 1) expect(await fails('a', 'old')).toEqual(quick)
  expect([await fails(), await fails()]).toEqual([quick, inTurn])
})

test('many attempts at once get no more quick guesses than one after another', async () => {
  const { throttle } = throttleOf({ pause: () => new Promise(() => {}) })
  let checked = 0
  for (let count = 0; count < 50; count += 1) {
    void throttle.attempt({ client: 'a', guess: `guess ${count}`, isWanted }, async () => {
      checked += 1
      return null
    })
  }
  await new Promise((done) => setImmediate(done))
  // The fourth had the first turn of the logins that are checked one by one.
  expect(checked).toBe(4)
})

test('an app that opens all its connections at once logs in with each', async () => {
  const { throttle } = throttleOf()
  const results = await Promise.all(
    Array.from({ length: 50 }, () =>
      throttle.attempt({ client: 'a', guess: 'right', isWanted }, async () => {
        await Promise.resolve()
        return { id: 7 }
      }),
    ),
  )
  expect(results).toEqual(Array.from({ length: 50 }, () => accepted))
})

test('a check that could not be made is no failure, and delays nobody', async () => {
  const { throttle, succeeds } = throttleOf({ limit: 1 })
  const attempt = { client: 'a', guess: 'x', isWanted }
  const broken = throttle.attempt(attempt, () => Promise.reject(new Error('no database')))
  const waiting = succeeds()
  await expect(broken).rejects.toThrow('no database')
  expect(await waiting).toEqual(accepted)
})

test('a client that guesses from many addresses pushes out other guessers, and no login that was right', async () => {
  const { fails, succeeds } = throttleOf({ limit: 1, pause: () => new Promise(() => {}) })
  await succeeds('home')
  await fails('home')
  for (let count = 0; count < 6_000; count += 1) await fails(`client ${count}`)
  void fails('client 5999')
  expect(await succeeds('home')).toEqual(accepted)
})

describeEachDatabase('guesses at several processes', (openDatabase) => {
  const processes = async () => {
    const { sql } = await openDatabase()
    let time = 1_700_000_000_000
    const share = createLimiter({ sql, now: () => time }).tally('smtp auth', hour)
    let writes = 0
    const start = () =>
      throttleOf({
        now: () => time,
        limit: 10,
        share: (added) => ((writes += 1), share(added)),
      })
    return { start, writes: () => writes, pass: (ms: number) => (time += ms) }
  }

  test('count together, in one write for many', async () => {
    const { start, writes, pass } = await processes()
    const [here, there] = [start(), start()]
    await Promise.all(Array.from({ length: 6 }, () => here.fails('a')))
    await here.throttle.shared()
    expect(writes()).toBe(1)
    pass(1_000)
    await there.fails('a')
    await there.throttle.shared()
    for (let count = 0; count < 3; count += 1) expect(await there.fails('a')).toEqual(quick)
    expect(await there.fails('a')).toEqual(inTurn)
    expect(await there.fails('b')).toEqual(quick)
    pass(hour - 1_000)
    expect(await there.fails('a')).toEqual(quick)
  })

  test('are known to one that has just been started, with its first guess', async () => {
    const { start } = await processes()
    const before = start()
    await Promise.all(Array.from({ length: 10 }, () => before.fails('a')))
    await before.throttle.shared()
    const after = start()
    await after.fails('a')
    await after.throttle.shared()
    expect(await after.fails('a')).toEqual(inTurn)
  })

  test('cost no write for what is right, nor beyond the limit', async () => {
    const { start, writes } = await processes()
    const { throttle, fails, succeeds } = start()
    for (let count = 0; count < 20; count += 1) await succeeds()
    expect(writes()).toBe(0)
    for (let count = 0; count < 10; count += 1) await fails()
    await throttle.shared()
    const written = writes()
    for (let count = 0; count < 100; count += 1) await fails()
    await throttle.shared()
    expect(writes()).toBe(written)
  })
})

test('a count that cannot be shared is reported, and still limits here', async () => {
  const failures: unknown[] = []
  const { throttle, fails } = throttleOf({
    limit: 2,
    share: () => Promise.reject(new Error('no database')),
    onShareFailed: (error) => failures.push(error),
  })
  expect([await fails(), await fails(), await fails()]).toEqual([quick, quick, inTurn])
  await throttle.shared()
  expect(failures.length).toBeGreaterThan(0)
})
