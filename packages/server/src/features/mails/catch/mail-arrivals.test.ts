import { expect, test } from 'vitest'
import { requestBy, userActor } from '../../../../test/support/actors.ts'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { refusalOf, waitingInbox } from '../../../../test/clients/waiting-inbox.ts'
import type { Database } from '../../../db/database.ts'
import { createArrivalSweep } from './arrival-sweep.ts'

const hourMs = 3_600_000
const all = { filter: 'all' as const }

async function inbox(db: Database) {
  const own = await waitingInbox(db)
  const { teamId, mails, request } = own
  const may = <A extends 'delete_mail' | 'change_mail'>(action: A) =>
    requestBy(userActor(1), teamId, action)
  return {
    ...own,
    may,
    listed: async (query: object) =>
      (await mails.show.list(request(), { ...all, ...query })).data.map(({ id }) => id),
    arrivals: () =>
      db.sql
        .selectFrom('mail_arrivals')
        .select(['mail_id', 'revision'])
        .where('team_id', '=', teamId)
        .orderBy('mail_id')
        .execute(),
    sweep: createArrivalSweep({ db, now: () => own.clock.time }).sweep,
  }
}

describeEachDatabase('the order of arrival', (open) => {
  test('has the revision that the commit of each mail made', async () => {
    const { db, send, arrivals, teamId } = await inbox(await open())
    const one = await send()
    const two = (await Promise.all([send(), send()])).toSorted((a, b) => a - b)
    const rows = await arrivals()
    expect(rows.map((row) => row.mail_id)).toEqual([one, ...two])
    expect(rows[1]?.revision).toBe(rows[2]?.revision)
    const { revision } = await db.sql
      .selectFrom('team_counters')
      .select('revision')
      .where('team_id', '=', teamId)
      .executeTakeFirstOrThrow()
    expect(rows.map((row) => row.revision)).toEqual([revision - 1, revision, revision])
  })

  test('selects in lists, counts, searches and changes', async () => {
    const { send, marker, mails, request, listed, may } = await inbox(await open())
    await send({ to: 'ada@x.test' })
    const after = await marker()
    const ids = [await send({ to: 'ada@x.test' }), await send({ to: 'bob@x.test' })]
    expect(await listed({ after })).toEqual(ids.toReversed())
    expect(await listed({ after, to: 'ada@x.test' })).toEqual([ids[0]])
    expect(await listed({ after, rcpt: 'bob@*', q: 'hello' })).toEqual([ids[1]])
    expect(await mails.find.count(request(), { ...all, after })).toEqual({ total: 2, flagged: 0 })
    expect(await mails.find.matching(request(), { ...all, after })).toEqual(ids)
    expect((await mails.show.latest(request(), { ...all, after, to: 'ada@*' })).id).toBe(ids[0])
    const { meta } = await mails.show.list(request(), all)
    expect(await listed({ after: meta.marker })).toEqual([])
    const changed = await mails.change.updateMany(
      may('change_mail'),
      { query: { ...all, after } },
      { read: true },
    )
    expect(changed.toSorted((a, b) => a - b)).toEqual(ids)
    const removed = { query: { ...all, after } }
    const { count } = await mails.change.removeMany(may('delete_mail'), removed, {
      withFlagged: true,
    })
    expect(count).toBe(2)
    expect(await listed({})).toHaveLength(1)
    expect(await refusalOf(mails.show.latest(request(), { ...all, after }))).toMatchObject({
      code: 'no_mail',
    })
  })

  test('goes on behind one mail, also of several in one commit', async () => {
    const { send, mails, request, listed } = await inbox(await open())
    const ids = (await Promise.all([send(), send(), send()])).toSorted((a, b) => a - b)
    const [first = 0] = ids
    const { marker } = await mails.show.get(request(), first)
    expect(await listed({ after: marker })).toEqual(ids.slice(1).toReversed())
  })

  test('keeps the place of a mail that is restored, and loses one that is purged', async () => {
    const { db, send, marker, listed, arrivals, ...own } = await inbox(await open())
    const after = await marker()
    const id = await send()
    await own.delete(id)
    expect(await listed({ after })).toEqual([])
    const later = await marker()
    await own.restore(id)
    expect(await listed({ after })).toEqual([id])
    expect(await listed({ after: later })).toEqual([])
    await db.sql.deleteFrom('mails').where('id', '=', id).execute()
    expect(await arrivals()).toEqual([])
  })

  test('is forgotten after a day, and an older marker is refused', async () => {
    const { clock, send, marker, listed, sweep, mails, request, wait, may, ...own } = await inbox(
      await open(),
    )
    const old = await marker()
    const id = await send()
    const between = (await mails.show.get(request(), id)).marker ?? ''
    clock.time += 23 * hourMs
    await sweep()
    expect(await listed({ after: old })).toEqual([id])
    const next = await send()
    const young = await marker()
    clock.time += 2 * hourMs
    await sweep()
    expect(await own.arrivals()).toMatchObject([{ mail_id: next }])
    expect((await mails.show.get(request(), id)).marker).toBeNull()
    expect(await listed({ after: young })).toEqual([])
    const last = { ...all, after: old }
    const calls: (() => Promise<unknown>)[] = [
      () => listed({ after: old }),
      () => listed({ after: between }),
      () => mails.find.count(request(), last),
      () => mails.show.latest(request(), last),
      () => mails.find.matching(request(), last),
      () => mails.change.updateMany(may('change_mail'), { query: last }, { read: true }),
      () => mails.change.removeMany(may('delete_mail'), { query: last }, { withFlagged: true }),
      () => wait({ after: old }),
    ]
    for (const call of calls) expect(await refusalOf(call())).toMatchObject({ code: 'gone' })
    // What a clock that was wrong wrote goes as well.
    clock.time -= 72 * hourMs
    await sweep()
    expect(await own.arrivals()).toEqual([])
  })

  test('and the rest of a selection take each condition under one name', async () => {
    const { mails, request } = await inbox(await open())
    const both = { ...all, to: 'a@x.test', rcpt: 'a@x.test', from: 'b@x.test', sndr: 'b@x.test' }
    const { errors } = await refusalOf(mails.show.list(request(), both))
    expect(errors).toEqual({
      from: ['Pass from or sndr, not both'],
      to: ['Pass to or rcpt, not both'],
    })
  })
})
