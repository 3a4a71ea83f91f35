import { expect, onTestFinished, test, vi } from 'vitest'
import { mailInbox } from '../../../test/clients/mail-inbox.ts'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { newInbox } from '../../../test/support/store-rows.ts'
import type { Database } from '../../db/database.ts'
import { insertInbox, updateInboxRow } from './inbox-store.ts'
import { createInboxUse } from './inbox-use.ts'

const hourMs = 60 * 60_000

/** A team with the inbox 2, which lives for an hour without mail. */
async function setUp(db: Database) {
  const { teamId, deps, clock, intake } = await mailInbox(db)
  const expiring = { id: 2, lives_ms: hourMs, expires_at: clock.time + hourMs }
  await db.transaction((tx) => insertInbox(tx, { ...newInbox(teamId, 'two'), ...expiring }))
  const onError = (error: unknown): void => {
    throw error
  }
  const use = createInboxUse({ ...deps, onError })
  const receive = () =>
    intake.receive({
      teamId,
      inbox: 2,
      login: 'two',
      envelope: { from: '', to: ['you@customer.test'] },
      source: new Uint8Array(Buffer.from('Subject: x\r\n\r\n')),
      receivedAt: clock.time,
    })
  const row = () =>
    db.sql
      .selectFrom('inboxes')
      .select(['last_used_at', 'expires_at'])
      .where('team_id', '=', teamId)
      .executeTakeFirstOrThrow()
  const set = (lives_ms: number | null) => {
    const expires_at = lives_ms === null ? null : clock.time + lives_ms
    return updateInboxRow(db.sql, teamId, 2, { lives_ms, expires_at })
  }
  return { db, clock, use, receive, row, set }
}

describeEachDatabase('the last use of an inbox', (open) => {
  test('is written once a minute, however much mail comes', async () => {
    const { db, clock, use, receive, row } = await setUp(await open())
    const transactions = vi.spyOn(db, 'transaction')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    use.start()
    const began = clock.time
    const pass = async (ms: number) => {
      clock.time += ms
      await vi.advanceTimersByTimeAsync(ms)
      await Promise.all(transactions.mock.results.map(({ value }) => value as Promise<unknown>))
    }
    for (let mail = 0; mail < 5; mail += 1) {
      await receive()
      await pass(11_000)
    }
    expect((await row()).last_used_at).toBe(null)
    expect(transactions).not.toHaveBeenCalled()
    await pass(5_000)
    expect((await row()).last_used_at).toBe(began + 44_000)
    await receive()
    await pass(59_999)
    expect((await row()).last_used_at).toBe(began + 44_000)
    expect(transactions).toHaveBeenCalledTimes(1)
    await pass(1)
    expect((await row()).last_used_at).toBe(began + 60_000)
    await receive()
    await use.stop()
    expect(await row()).toEqual({
      last_used_at: began + 120_000,
      expires_at: began + 120_000 + hourMs,
    })
    expect(transactions).toHaveBeenCalledTimes(3)
  })

  test.each<[string, number | null, number | null]>([
    ['a shorter life', 10 * 60_000, 10 * 60_000],
    ['a longer life', 2 * hourMs, 2 * hourMs],
    ['no end', null, null],
  ])('brings no end nearer that was set since then: %s', async (_, lives, endsIn) => {
    const { clock, use, receive, row, set } = await setUp(await open())
    await receive()
    clock.time += 50_000
    await set(lives)
    await use.write()
    const expires_at = endsIn === null ? null : clock.time + endsIn
    expect(await row()).toEqual({ last_used_at: clock.time - 50_000, expires_at })
  })
})
