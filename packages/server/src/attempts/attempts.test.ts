import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../test/support/databases.ts'
import { createLimiter } from './attempts.ts'

describeEachDatabase('limits on attempts', (openDatabase) => {
  async function setUp() {
    const database = await openDatabase()
    const { sql } = database
    const clock = { time: 1_700_000_000_000 }
    return { database, sql, clock, limiter: createLimiter({ sql, now: () => clock.time }) }
  }

  test('a key has so many attempts in a window, and then waits for its end', async () => {
    const { clock, limiter } = await setUp()
    const attempts = limiter('open door', { limit: 2, windowMs: 10_000 })
    await attempts.spend('a')
    await attempts.spend('a')
    clock.time += 4_000
    const refused = { code: 'rate_limited', retryAfter: 6 }
    await expect(attempts.spend('a')).rejects.toMatchObject(refused)
    await attempts.spend('b')
    clock.time += 5_999
    await expect(attempts.spend('a')).rejects.toMatchObject({ retryAfter: 1 })
    clock.time += 1
    expect([await attempts.take('a'), await attempts.take('a')]).toEqual([true, true])
    expect(await attempts.take('a')).toBe(false)
  })

  test('what is counted in a transaction counts when that commits, and not before', async () => {
    const { database, limiter } = await setUp()
    const attempts = limiter('open door', { limit: 2, windowMs: 10_000 })
    const options = { message: 'Closed. Try again later.' }
    const failed = database.transaction(async (tx) => {
      await attempts.spend('a', { tx, ...options })
      await attempts.spend('a', { tx, ...options })
      await attempts.spend('a', { tx, ...options })
    })
    const refused = { code: 'rate_limited', retryAfter: 10, message: options.message }
    await expect(failed).rejects.toMatchObject(refused)
    await attempts.requireRoom('a')
    await database.transaction((tx) => attempts.spend('a', { tx }))
    await attempts.requireRoom('a')
    await attempts.spend('a')
    await expect(attempts.requireRoom('a', options.message)).rejects.toMatchObject(refused)
  })

  test('a forgotten key starts again', async () => {
    const { limiter } = await setUp()
    const attempts = limiter('open door', { limit: 1, windowMs: 10_000 })
    await attempts.spend('a')
    await attempts.forget('a')
    expect(await attempts.take('a')).toBe(true)
    expect(await attempts.take('a')).toBe(false)
  })

  test('of many who try at once no more get through than may', async () => {
    const { limiter } = await setUp()
    const attempts = limiter('open door', { limit: 5, windowMs: 10_000 })
    const taken = await Promise.all(Array.from({ length: 20 }, () => attempts.take('a')))
    expect(taken.filter(Boolean)).toHaveLength(5)
  })

  test('the same key of two limits is two keys, and processes share a limit by its name', async () => {
    const { sql, clock, limiter } = await setUp()
    const rule = { limit: 1, windowMs: 10_000 }
    await limiter('open door', rule).spend('a')
    expect(await limiter('ring bell', rule).take('a')).toBe(true)
    const elsewhere = createLimiter({ sql, now: () => clock.time })
    expect(await elsewhere('open door', rule).take('a')).toBe(false)
  })

  test('nothing is stored in the clear, and what has ended is removed', async () => {
    const { sql, clock, limiter } = await setUp()
    await limiter('open door', { limit: 1, windowMs: 10_000 }).spend('ann@example.com')
    await limiter('open door', { limit: 1, windowMs: 20_000 }).spend('bob@example.com')
    const rows = () => sql.selectFrom('attempts').selectAll().execute()
    expect(JSON.stringify(await rows())).not.toContain('example')
    clock.time += 10_000
    await limiter.removeEnded()
    expect(await rows()).toHaveLength(1)
  })
})
