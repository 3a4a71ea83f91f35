import { expect, test } from 'vitest'
import { describeAlike } from '../../../test/support/databases.ts'
import { createLimiter } from '../../attempts/attempts.ts'
import { createForwardLimits, forwardsPerHour, type ForwardAsked } from './forward-limits.ts'

const hour = 60 * 60_000
const day = 24 * hour
const caps = { address: 200, strangersPerUser: 8, strangersPerServer: 20 }
const old: Omit<ForwardAsked, 'emailKey'> = {
  userId: 1,
  teamId: 1,
  isStranger: true,
  accountAgeMs: day,
}

describeAlike('forwarding by hand to strangers', (openDatabase) => {
  async function setUp() {
    const db = await openDatabase()
    const clock = { time: 1_700_000_000_000 }
    // Two limiters act as two processes.
    const processes = [1, 2].map(() =>
      createForwardLimits(createLimiter({ sql: db.sql, now: () => clock.time }), caps),
    )
    let asked = 0
    async function forward(by: Partial<ForwardAsked> = {}) {
      const limits = processes[asked % 2] as (typeof processes)[number]
      asked += 1
      const order = { ...old, emailKey: `dev${asked}@customer.test`, ...by }
      await limits.requireRoom(order)
      await db.transaction((tx) => limits.spend(tx, order))
    }
    /** Forwards `count` times; returns how many go out, and what the last refusal says. */
    async function forwardMany(count: number, by: Partial<ForwardAsked> = {}) {
      const results = await Promise.allSettled(Array.from({ length: count }, () => forward(by)))
      const refused = results.filter((result) => result.status === 'rejected')
      const { message, retryAfter } = (refused.at(-1)?.reason ?? {}) as Record<string, unknown>
      return { sent: count - refused.length, message, retryAfter }
    }
    const counted = () => db.sql.selectFrom('attempts').selectAll().orderBy('id').execute()
    return { db, clock, forward, forwardMany, counted, limits: processes[0] }
  }

  test('is limited per user and hour, however many try at once, and says until when', async () => {
    const { clock, forwardMany } = await setUp()
    expect(await forwardMany(30)).toEqual({
      sent: 8,
      message:
        'You can forward at most 8 messages an hour to people who are not in the team and have not agreed. Try again later.',
      retryAfter: 3_600,
    })
    expect(await forwardMany(3, { userId: 2 })).toMatchObject({ sent: 3 })
    expect(await forwardMany(3, { isStranger: false })).toMatchObject({ sent: 3 })
    clock.time += hour
    expect(await forwardMany(3)).toMatchObject({
      sent: 2,
      message: expect.stringMatching(/at most 10 messages a day/),
    })
  })

  test('is limited to a quarter of that for accounts younger than a day', async () => {
    const { forwardMany } = await setUp()
    expect(await forwardMany(9, { accountAgeMs: day - 1 })).toMatchObject({
      sent: 2,
      message: expect.stringMatching(
        /^During its first day an account forwards at most 2 messages an hour/,
      ),
    })
  })

  test('is limited per server and day, of which neither one user nor all new ones take more than half', async () => {
    const { clock, forward, forwardMany } = await setUp()
    let sentByYoung = 0
    for (let userId = 10; userId < 20; userId += 1) {
      const { sent } = await forwardMany(3, { userId, teamId: userId, accountAgeMs: 0 })
      sentByYoung += sent
    }
    expect(sentByYoung).toBe(10)
    await expect(forward({ userId: 30, accountAgeMs: 0 })).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(
        /^This server forwards for new accounts at most 10 messages a day/,
      ),
      retryAfter: day / 1_000,
    })
    expect(await forwardMany(8, { userId: 1 })).toMatchObject({ sent: 8 })
    expect(await forwardMany(8, { userId: 2 })).toMatchObject({
      sent: 2,
      message: expect.stringMatching(/^This server forwards at most 20 messages a day/),
      retryAfter: day / 1_000,
    })
    expect(await forwardMany(3, { userId: 3, isStranger: false })).toMatchObject({ sent: 3 })
    clock.time += day
    expect(await forwardMany(8, { userId: 2 })).toMatchObject({ sent: 8 })
  })

  test('counts for all of its limits or for none', async () => {
    const { db, forwardMany, counted, limits } = await setUp()
    await forwardMany(8)
    const before = await counted()
    expect(await forwardMany(20)).toMatchObject({ sent: 0 })
    expect(await counted()).toEqual(before)
    const order = { ...old, userId: 2, emailKey: 'x@customer.test' }
    const failed = db.transaction(async (tx) => {
      await limits?.spend(tx, order)
      throw new Error('The mail could not be kept')
    })
    await expect(failed).rejects.toThrow('could not be kept')
    expect(await counted()).toEqual(before)
  })

  test('leaves a team its own limit, even when one member asks too often', async () => {
    const { forwardMany } = await setUp()
    const known = { isStranger: false }
    expect(await forwardMany(2 * forwardsPerHour, known)).toMatchObject({
      sent: forwardsPerHour,
      message: 'A team forwards at most 60 messages an hour. Try again later.',
    })
    expect(await forwardMany(1, { ...known, teamId: 2, userId: 2 })).toMatchObject({ sent: 1 })
    expect(await forwardMany(1, { ...known, teamId: 2 })).toMatchObject({ sent: 0 })
  })
})
