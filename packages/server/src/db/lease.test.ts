import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../test/support/databases.ts'
import { createLease, seldomTaken } from './lease.ts'

describeEachDatabase('a lease', (openDatabase) => {
  async function setUp() {
    const db = await openDatabase()
    const clock = { time: 1_700_000_000_000 }
    const leaseOf = (name = 'sweeping') =>
      createLease({ db, name, lastsMs: 90_000, now: () => clock.time })
    return { db, clock, leaseOf }
  }

  test('is held by one of those who want it at once', async () => {
    const { leaseOf } = await setUp()
    const taken = await Promise.all(Array.from({ length: 10 }, () => leaseOf().take()))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await leaseOf('another').take()).toBe(true)
  })

  test('is prolonged by its holder, and another’s once that is gone for 90 seconds', async () => {
    const { clock, leaseOf } = await setUp()
    const [first, second] = [leaseOf(), leaseOf()]
    expect(await first.take()).toBe(true)
    clock.time += 60_000
    expect([await second.take(), await first.take()]).toEqual([false, true])
    clock.time += 89_999
    expect(await second.take()).toBe(false)
    clock.time += 1
    expect([await second.take(), await first.take()]).toEqual([true, false])
  })

  test('is free as soon as its holder, and nobody else, releases it', async () => {
    const { leaseOf } = await setUp()
    const [first, second] = [leaseOf(), leaseOf()]
    await first.take()
    await second.release()
    expect(await second.take()).toBe(false)
    await first.release()
    expect(await second.take()).toBe(true)
  })

  test('that is asked for every second is taken three times a minute, and stays with its holder', async () => {
    const { db, clock, leaseOf } = await setUp()
    const [first, second] = [leaseOf(), leaseOf()].map((lease) =>
      seldomTaken(lease, () => clock.time),
    )
    const times = new Set<number>()
    const holders = new Set<boolean | undefined>()
    for (let at = 0; at < 60; at += 1) {
      holders.add(await first?.take())
      expect(await second?.take()).toBe(false)
      const lease = await db.sql.selectFrom('leases').select('taken_at').executeTakeFirst()
      times.add(lease?.taken_at ?? 0)
      clock.time += 1_000
    }
    expect([...holders]).toEqual([true])
    expect(times.size).toBe(3)
    // Its holder is gone.
    clock.time += 90_000
    expect(await second?.take()).toBe(true)
  })

  test('says when it was last taken, also when nobody holds it', async () => {
    const { db, clock, leaseOf } = await setUp()
    const lease = leaseOf()
    await lease.take()
    clock.time += 5_000
    await lease.release()
    const rows = await db.sql.selectFrom('leases').select('taken_at').execute()
    expect(rows).toEqual([{ taken_at: clock.time - 5_000 }])
  })
})
