import { expect, test } from 'vitest'
import { describeAlike } from '../../../../test/support/databases.ts'
import { insertVerifiedTeam } from '../../../../test/support/factories.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import type { Database } from '../../../db/database.ts'
import { createIntake } from '../catch/mail-intake.ts'
import { createRetention } from './mail-retention.ts'
import { setMark } from '../change/mail-change-store.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { listMails } from '../rows/mail-store.ts'
import { writeRetention } from '../rows/team-limit-store.ts'
import { newInbox } from '../../../../test/support/store-rows.ts'
import { strictEvents } from '../../../../test/support/strict-events.ts'

const dayMs = 24 * 60 * 60 * 1_000
const now = 100 * dayMs

/** A team whose mails arrived on the given days. */
async function teamWithMail(
  db: Database,
  days: number[],
  importedOn?: number,
  inboxOf: (day: number) => number = () => 1,
) {
  const outdated: number[] = []
  const events = strictEvents()
  events.on('inboxOutdated', ({ teamId }) => outdated.push(teamId))
  const teamId = await insertVerifiedTeam(db, Math.random())
  const intake = createIntake({ db, events })
  const ids: number[] = []
  for (const day of days) {
    const { id } = await intake.receive({
      teamId,
      inbox: inboxOf(day),
      envelope: { from: 'a@b.test', to: ['c@d.test'] },
      source: new Uint8Array(Buffer.from(`Subject: day ${day}\r\n\r\n`)),
      receivedAt: day * dayMs,
      ...(importedOn !== undefined && { importedAt: importedOn * dayMs }),
    })
    ids.push(id)
  }
  const subjects = async () => {
    const page = { start: { by: 'page' as const, page: 1 }, perPage: 100 }
    return (await listMails(db.sql, teamId, false, page)).map((mail) => mail.subject)
  }
  return { teamId, events, outdated, ids, subjects }
}

describeAlike('retention', (open) => {
  test('deletes what is older than the days kept and corrects the counters', async () => {
    const db = await open()
    const { teamId, events, outdated, subjects } = await teamWithMail(db, [60, 69, 71, 99])
    await createRetention({ db, events, now: () => now, days: 30, mails: null }).sweep()
    expect(await subjects()).toEqual(['day 99', 'day 71'])
    expect(await readCounters(db.sql, teamId)).toMatchObject({ total: 2, unread: 2, flagged: 0 })
    expect(outdated).toEqual([teamId])
  })

  test('of an inbox deletes what is older or more than it keeps, and of no other', async () => {
    const db = await open()
    const days = [10, 20, 30, 40, 50, 60, 70, 80]
    const { teamId, events, ids, subjects } = await teamWithMail(db, days, undefined, (day) =>
      day % 20 === 0 ? 2 : 1,
    )
    const keep = async (id: number, own: { retention_days?: number; retention_mails?: number }) => {
      const place = { id, position: id, name: `in${id}`, name_key: `in${id}` }
      const row = { ...newInbox(teamId, `${teamId}-${id}`), ...place, ...own }
      await db.sql.insertInto('inboxes').values(row).execute()
    }
    const [, oldest = 0] = ids
    await db.transaction((tx) => setMark(tx, teamId, [oldest], 'flagged_at', 1))
    await keep(1, { retention_days: 60 })
    await keep(2, { retention_mails: 2 })
    await createRetention({ db, events, now: () => now, days: null, mails: null }).sweep()
    expect(await subjects()).toEqual(['day 80', 'day 70', 'day 50', 'day 20'])
    expect(await readCounters(db.sql, teamId)).toMatchObject({ total: 4, flagged: 1 })
  })

  test('deletes the mail of other teams when it fails for one, and says so', async () => {
    const db = await open()
    const first = await teamWithMail(db, [60, 99])
    const second = await teamWithMail(db, [60, 99])
    const events = strictEvents()
    events.on('inboxOutdated', ({ teamId }) => {
      if (teamId === first.teamId) throw new Error('not this one')
    })
    const retention = createRetention({ db, events, now: () => now, days: 30, mails: null })
    await expect(retention.sweep()).rejects.toThrow('Retention failed')
    expect(await second.subjects()).toEqual(['day 99'])
  })

  test('keeps imported mail as long as if it had come when it was imported', async () => {
    const db = await open()
    const { events, subjects } = await teamWithMail(db, [1, 2], 71)
    const retention = (day: number) =>
      createRetention({ db, events, now: () => day * dayMs, days: 30, mails: null })
    await retention(100).sweep()
    expect(await subjects()).toEqual(['day 2', 'day 1'])
    await retention(102).sweep()
    expect(await subjects()).toEqual([])
  })

  test('deletes the oldest beyond the number kept', async () => {
    const db = await open()
    const { events, subjects } = await teamWithMail(db, [1, 2, 3, 4])
    await createRetention({ db, events, now: () => now, days: null, mails: 2 }).sweep()
    expect(await subjects()).toEqual(['day 4', 'day 3'])
  })

  test('keeps less where a team wants less, and never more than the server keeps', async () => {
    const db = await open()
    const first = await teamWithMail(db, [60, 80, 99])
    const second = await teamWithMail(db, [60, 80, 99])
    const third = await teamWithMail(db, [60, 80, 99])
    const want = (team: number, retention_days: number | null, retention_mails: number | null) =>
      db.transaction((tx) => writeRetention(tx, team, { retention_days, retention_mails }))
    await want(first.teamId, 5, null)
    await want(second.teamId, 1_000, 2)
    const { events } = first
    const sweep = (days: number | null) =>
      createRetention({ db, events, now: () => now, days, mails: null }).sweep()
    await sweep(null)
    expect(await first.subjects()).toEqual(['day 99'])
    expect(await second.subjects()).toEqual(['day 99', 'day 80'])
    expect(await third.subjects()).toEqual(['day 99', 'day 80', 'day 60'])
    await sweep(10)
    expect(await second.subjects()).toEqual(['day 99'])
    expect(await third.subjects()).toEqual(['day 99'])
  })

  test('spares flagged mail', async () => {
    const db = await open()
    const { teamId, ids, events, subjects } = await teamWithMail(db, [1, 2, 3])
    await db.transaction((tx) => setMark(tx, teamId, ids.slice(0, 1), 'flagged_at', now))
    await createRetention({ db, events, now: () => now, days: 1, mails: 1 }).sweep()
    expect(await subjects()).toEqual(['day 1'])
  })

  test('spares what is flagged while it is under way, and leaves to be undone what is deleted', async () => {
    const { changes, asker, receive, deps, clock, subjects, counters } = await mailInbox(
      await open(),
    )
    const [flagged = 0, deleted = 0] = await receive('flagged', 'deleted', 'old')
    clock.time += 2 * dayMs
    const { db } = deps
    let deletion = ''
    const transaction: typeof db.transaction = async (work) => {
      if (deletion === '') {
        await changes.update(asker, flagged, { flagged: true })
        deletion = await changes.remove(asker, deleted)
      }
      return db.transaction(work)
    }
    const interrupted = { ...deps, db: { ...db, transaction } }
    await createRetention({ ...interrupted, days: 1, mails: null }).sweep()
    expect(await subjects()).toEqual(['flagged'])
    expect(await counters()).toEqual({ total: 1, unread: 1, flagged: 1, isTrue: true })
    expect(await changes.restore(asker, { deletion })).toBe(1)
  })

  test('keeps as many as it should when others delete while it is under way', async () => {
    const { changes, asker, receive, deps, subjects, counters } = await mailInbox(await open())
    const ids = await receive('1', '2', '3', '4', '5', '6')
    const { db } = deps
    let calls = 0
    const transaction: typeof db.transaction = async (work) => {
      if (calls++ === 0) {
        await changes.removeMany(asker, { ids: ids.slice(-2) }, { withFlagged: true })
      }
      return db.transaction(work)
    }
    const interrupted = { ...deps, db: { ...db, transaction } }
    await createRetention({ ...interrupted, days: null, mails: 3 }).sweep()
    expect(await subjects()).toEqual(['4', '3', '2'])
    expect(await counters()).toEqual({ total: 3, unread: 3, flagged: 0, isTrue: true })
  })

  test('that fails midway tells what it has deleted', async () => {
    const { receive, deps, emitted, teamId } = await mailInbox(await open())
    await receive(...Array.from({ length: 600 }, (_, index) => `n${index}`))
    const { db } = deps
    let calls = 0
    const transaction: typeof db.transaction = (work) =>
      calls++ === 0 ? db.transaction(work) : Promise.reject(new Error('disk is full'))
    const failing = { ...deps, db: { ...db, transaction } }
    const sweep = createRetention({ ...failing, days: null, mails: 1 }).sweep()
    await expect(sweep).rejects.toMatchObject({
      errors: [expect.objectContaining({ message: expect.stringContaining('disk') as string })],
    })
    expect(emitted).toEqual([['inboxOutdated', { teamId, userId: null }]])
  })

  test('touches nothing when nothing is to go', async () => {
    const db = await open()
    const { events, outdated, subjects } = await teamWithMail(db, [98, 99])
    await createRetention({ db, events, now: () => now, days: 30, mails: 10 }).sweep()
    await createRetention({ db, events, now: () => now, days: null, mails: null }).sweep()
    expect(await subjects()).toHaveLength(2)
    expect(outdated).toEqual([])
  })

  test('ends though an index of a damaged store lists mails that are not there', async () => {
    const [db, damaged] = [await open(), await open()]
    const { events } = await teamWithMail(db, [])
    const { subjects } = await teamWithMail(damaged, [1, 2, 3])
    const listing = { ...db, longReads: damaged.longReads }
    await createRetention({ db: listing, events, now: () => now, days: 1, mails: 1 }).sweep()
    expect(await subjects()).toHaveLength(3)
  })

  test('stops between transactions when asked to', async () => {
    const db = await open()
    const { events, subjects } = await teamWithMail(db, [1])
    const retention = createRetention({ db, events, now: () => now, days: 1, mails: null })
    retention.stop()
    await retention.sweep()
    expect(await subjects()).toHaveLength(1)
  })
})
