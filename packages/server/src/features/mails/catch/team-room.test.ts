import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { insertVerifiedTeam } from '../../../../test/support/factories.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { createEvents } from '../../../events.ts'
import { createMailChanges } from '../change/mail-changes.ts'
import { removeExpired, removeMails } from '../change/mail-change-store.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { createIntake } from './mail-intake.ts'
import { createTrash, keptTrashMs } from '../keep/mail-trash.ts'
import { writeOwnLimits } from '../rows/team-limit-store.ts'
import type { TeamQuota } from '../../../db/mail/team-quota.ts'

const full = { code: 'conflict', message: expect.stringContaining('inbox of this team is full') }
const minute = 60_000
const fail = (error: unknown) => {
  throw error
}

/** A mail of `bytes` bytes. */
const mailOf = (teamId: number, bytes: number) => ({
  teamId,
  envelope: { from: 'a@b.test', to: ['c@d.test'] },
  source: new Uint8Array(Buffer.alloc(bytes, 'x')),
  receivedAt: 1,
})

describeEachDatabase('a team with a quota', (open) => {
  const setUp = async (quota: TeamQuota) => mailInbox(await open(), quota)

  test('keeps as many mails as it may of those that come at once, and refuses the rest', async () => {
    const { teamId, intake, counters } = await setUp({ mails: 3, bytes: null })
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => intake.receive(mailOf(teamId, 10))),
    )
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toHaveLength(5)
    for (const reason of refused) expect(reason).toMatchObject(full)
    expect(await counters()).toEqual({ total: 3, unread: 3, flagged: 0, isTrue: true })
  })

  test('keeps the mail that reaches its bytes, and none that would pass them', async () => {
    const { teamId, intake, counters } = await setUp({ mails: null, bytes: 1_000 })
    for (let sent = 0; sent < 2; sent += 1) await intake.receive(mailOf(teamId, 400))
    await expect(intake.receive(mailOf(teamId, 201))).rejects.toMatchObject(full)
    // A smaller one still fits.
    expect(intake.refusalOf(teamId)).toBeNull()
    await intake.receive(mailOf(teamId, 200))
    await expect(intake.receive(mailOf(teamId, 1))).rejects.toMatchObject(full)
    expect(intake.refusalOf(teamId)).toBe('full')
    expect(await counters()).toMatchObject({ total: 3, isTrue: true })
  })

  test('is charged for long envelopes, and gets the same back however the mail goes', async () => {
    const to = Array.from({ length: 500 }, (_, at) => `ä"${at}`.padEnd(229, 'x') + '@b.test')
    const charge = 1 + 4 * (Buffer.byteLength(JSON.stringify(to)) - 1_024)
    const { teamId, asker, deps, clock, intake, changes, counters } = await mailInbox(
      await open(),
      { mails: null, bytes: 3 * charge },
    )
    const mail = { ...mailOf(teamId, 1), envelope: { from: 'a@b.test', to } }
    const held = async () => {
      const { bytes, trashed_bytes } = await readCounters(deps.db.sql, teamId)
      return [bytes / charge, trashed_bytes / charge]
    }
    const { id } = await intake.receive(mail)
    const second = await intake.receive(mail)
    const third = await intake.receive(mail)
    expect(charge).toBeGreaterThan(400_000)
    expect(await held()).toEqual([3, 0])
    await expect(intake.receive(mailOf(teamId, 1))).rejects.toMatchObject(full)
    expect(await deps.db.sql.selectFrom('mails').select('size').distinct().execute()).toEqual([
      { size: 1 },
    ])

    const deletion = await changes.remove(asker, id)
    expect(await held()).toEqual([2, 1])
    await changes.restore(asker, { deletion })
    expect(await held()).toEqual([3, 0])
    await changes.remove(asker, id)
    await deps.db.transaction((tx) => removeExpired(tx, teamId, [second.id]))
    expect(await held()).toEqual([1, 1])
    clock.time += 2 * keptTrashMs
    await createTrash(deps).sweep()
    expect(await held()).toEqual([1, 0])
    expect(await counters()).toMatchObject({ total: 1, isTrue: true })
    await deps.db.transaction((tx) => removeMails(tx, teamId, [third.id]))
    expect(await held()).toEqual([0, 0])
  })

  test('takes nothing from another team, whose mail comes in the same batch', async () => {
    const db = await open()
    const { teamId, intake } = await mailInbox(db, { mails: 1, bytes: null })
    const other = await insertVerifiedTeam(db, Math.random())
    await intake.receive(mailOf(teamId, 1))
    const results = await Promise.allSettled(
      [teamId, other, teamId].map((each) => intake.receive(mailOf(each, 1))),
    )
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  })

  test('has room as soon as mail is deleted, and what was deleted can be restored', async () => {
    const { asker, changes, receive, intake, counters } = await setUp({ mails: 2, bytes: null })
    const [one = 0] = await receive('One', 'Two')
    await expect(receive('Three')).rejects.toMatchObject(full)
    expect(intake.refusalOf(asker.teamId)).toBe('full')
    const deletion = await changes.remove(asker, one)
    expect(intake.refusalOf(asker.teamId)).toBeNull()
    await receive('Three')
    await changes.restore(asker, { deletion })
    expect(await counters()).toMatchObject({ total: 3, isTrue: true })
    await expect(receive('Four')).rejects.toMatchObject(full)
  })

  test('holds twice its quota at most, however often it is filled and emptied, until that is purged', async () => {
    const { asker, deps, clock, emitted, changes, receive, counters } = await setUp({
      mails: 3,
      bytes: null,
    })
    const fill = () => receive('a', 'b', 'c')
    const empty = async () => {
      clock.time += 1
      await changes.removeMany(asker, { query: { filter: 'all' } }, { withFlagged: true })
    }
    await fill()
    await empty()
    await fill()
    await empty()
    await expect(receive('one more')).rejects.toMatchObject(full)
    clock.time += 9 * minute
    emitted.length = 0
    const { sweep } = createTrash({ ...deps, quota: { mails: 3, bytes: null } })
    await sweep()
    expect(emitted).toEqual([])
    clock.time += 2 * minute
    await sweep()
    const outdated = { teamId: asker.teamId, userId: null, part: 'counters' }
    expect(emitted).toEqual([['teamOutdated', outdated]])
    await fill()
    expect(await counters()).toMatchObject({ total: 3, isTrue: true })
  })

  test('is known to have room a second after another process made it', async () => {
    const { asker, deps, clock, receive, intake } = await setUp({ mails: 1, bytes: null })
    const [one = 0] = await receive('One')
    await expect(receive('Two')).rejects.toMatchObject(full)
    // Its events are not heard here.
    await createMailChanges({ ...deps, events: createEvents(fail) }).remove(asker, one)
    expect(intake.refusalOf(asker.teamId)).toBe('full')
    clock.time += 1_000
    expect(intake.refusalOf(asker.teamId)).toBeNull()
    await receive('Two')
  })

  test('is never passed by several processes, whatever their clients send at once', async () => {
    const db = await open()
    const quota = { mails: 300, bytes: null }
    const { teamId, intake, counters } = await mailInbox(db, quota)
    const processes = [1, 2, 3].map(() => createIntake({ db, events: createEvents(fail), quota }))
    const sent = [intake, ...processes].flatMap((each) =>
      Array.from({ length: 500 }, () => each.receive(mailOf(teamId, 1))),
    )
    const results = await Promise.allSettled(sent)
    const kept = results.filter(({ status }) => status === 'fulfilled').length
    expect(await counters()).toMatchObject({ total: kept, isTrue: true })
    expect(kept).toBe(300)
  })

  test('is never passed by its bytes, with mails of any size from several processes', async () => {
    const db = await open()
    const quota = { mails: null, bytes: 100_000 }
    const { teamId, intake, counters } = await mailInbox(db, quota)
    const processes = [intake, createIntake({ db, events: createEvents(fail), quota })]
    const sizes = Array.from({ length: 64 }, (_, at) => 1 + ((at * 977) % 7_000))
    const results = await Promise.allSettled(
      processes.flatMap((each) => sizes.map((size) => each.receive(mailOf(teamId, size)))),
    )
    const kept = results.filter(({ status }) => status === 'fulfilled').length
    const { bytes } = await readCounters(db.sql, teamId)
    expect(await counters()).toMatchObject({ total: kept, isTrue: true })
    expect(bytes).toBeLessThanOrEqual(100_000)
    // The last mails that were refused did not fit: little room is left.
    expect(bytes).toBeGreaterThan(90_000)
  })

  test('has limits of its own where an operator set them, in every process from the next mail on', async () => {
    const db = await open()
    const { teamId, intake, counters } = await mailInbox(db, { mails: 2, bytes: null })
    const other = createIntake({ db, events: createEvents(fail), quota: { mails: 2, bytes: null } })
    const set = (max_mails: number | null) =>
      db.transaction((tx) => writeOwnLimits(tx, teamId, { max_mails, max_bytes: null }))
    await set(3)
    for (const each of [intake, other, intake]) await each.receive(mailOf(teamId, 1))
    await expect(other.receive(mailOf(teamId, 1))).rejects.toMatchObject(full)
    await set(0)
    for (let sent = 0; sent < 5; sent += 1) await intake.receive(mailOf(teamId, 1))
    await set(null)
    await expect(intake.receive(mailOf(teamId, 1))).rejects.toMatchObject(full)
    expect(await counters()).toMatchObject({ total: 8, isTrue: true })
  })

  test('gets no mail while it is suspended, and says so', async () => {
    const db = await open()
    const { teamId, deps, clock, intake } = await mailInbox(db)
    const other = await insertVerifiedTeam(db, Math.random())
    const suspend = (deactivated_at: number | null) =>
      db.sql.updateTable('teams').set({ deactivated_at }).where('id', '=', teamId).execute()
    await suspend(1)
    const results = await Promise.allSettled(
      [teamId, other].map((each) => intake.receive(mailOf(each, 1))),
    )
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: 'forbidden' } },
      { status: 'fulfilled' },
    ])
    expect(intake.refusalOf(teamId)).toBe('suspended')
    await suspend(null)
    deps.events.emit('teamOutdated', { teamId, userId: null, part: 'team' })
    await intake.receive(mailOf(teamId, 1))
    clock.time += 1
    expect(intake.refusalOf(teamId)).toBeNull()
  })

  test('holds what a recount finds, after catching, deleting, restoring and purging at the same time', async () => {
    const quota = { mails: 40, bytes: 60_000 }
    const { teamId, asker, deps, clock, intake, changes, counters } = await setUp(quota)
    let state = 11
    const below = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
    for (let round = 0; round < 12; round += 1) {
      clock.time += below(8) * minute
      const ids = await deps.db.sql
        .selectFrom('mails')
        .where('team_id', '=', teamId)
        .select('id')
        .execute()
      const some = ids.filter(() => below(3) === 0).map(({ id }) => id)
      await Promise.allSettled([
        ...Array.from({ length: 15 }, () => intake.receive(mailOf(teamId, 1 + below(3_000)))),
        changes.removeMany(asker, { ids: some }, { withFlagged: true }),
        ...some.slice(0, 2).map((id) => changes.remove(asker, id)),
        changes.restore(asker, { ids: some }),
        createTrash(deps).sweep(),
      ])
      expect(await counters()).toMatchObject({ isTrue: true })
    }
  })

  test('refuses mail as any other store that fails when it cannot be asked', async () => {
    const db = await open()
    const { teamId, deps } = await mailInbox(db)
    const down = new Error('The database is gone')
    const ingest = new Proxy(db.ingest, {
      get() {
        throw down
      },
    })
    const intake = createIntake({
      ...deps,
      db: { ...db, ingest },
      quota: { mails: 1, bytes: null },
    })
    await intake.receive(mailOf(teamId, 1))
    // What the team holds is read once it was seen to be full.
    await expect(intake.receive(mailOf(teamId, 1))).rejects.toBe(down)
    await intake.idle()
  })
})

describeEachDatabase('a team without a quota', (open) => {
  test('costs no question: nothing is read to keep a mail', async () => {
    const db = await open()
    const { teamId, deps, counters } = await mailInbox(db)
    const unread = new Proxy(db.ingest, {
      get: () => expect.unreachable('the store was asked before it was written'),
    })
    const intake = createIntake({ ...deps, db: { ...db, ingest: unread, sql: unread } })
    await Promise.all([1, 2, 3].map((bytes) => intake.receive(mailOf(teamId, bytes))))
    expect(await counters()).toMatchObject({ total: 3, isTrue: true })
  })
})
