import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { createInboxMail } from '../mails/keep/inbox-mail.ts'
import { keptTrashMs } from '../mails/keep/mail-trash.ts'
import { purgeMails, restoreMails } from '../mails/change/mail-change-store.ts'
import { inboxCounts, namesOfInboxes } from '../mails/rows/inbox-store.ts'
import { mailInbox } from '../../../test/clients/mail-inbox.ts'
import { plansOf } from '../../../test/searching/query-plans.ts'
import { describeAlike } from '../../../test/support/databases.ts'
import { newInbox } from '../../../test/support/store-rows.ts'
import { createInboxEnding, lateMailMs } from './inbox-ending.ts'
import { countEnding, insertInbox, updateInboxRow } from './inbox-store.ts'
import { createInboxSweep, sweepPartMs } from './inbox-sweep.ts'
import { createInboxUse } from './inbox-use.ts'

const hourMs = 60 * 60_000

/** A team with the inboxes 1, 2 and 3, of which 2 and 3 live for an hour without mail. */
async function setUp(db: Database) {
  const { teamId, deps, intake, clock, subjects, counters } = await mailInbox(db)
  const { events, now } = deps
  const told: unknown[] = []
  events.on('credentialsEnded', (event) => told.push(event))
  for (const id of [1, 2, 3]) {
    const username = `team-${teamId}-${id}`
    const expiring = { lives_ms: hourMs, expires_at: now() + hourMs }
    const named = { ...newInbox(teamId, username), id, name: `in${id}`, name_key: `in${id}` }
    await db.transaction((tx) => insertInbox(tx, { ...named, ...(id > 1 && expiring) }))
  }
  const ended: string[] = []
  const end =
    (what: string) =>
    async (_work: unknown, { inbox }: { inbox: number }) =>
      void ended.push(`${what} ${inbox}`)
  const endInbox = createInboxEnding({
    events,
    now,
    tokens: { revoke: end('tokens') },
    rules: { disableOf: end('rules') },
  })
  const inboxes = createInboxMail({ db, events })
  const onError = (error: unknown): void => {
    throw error
  }
  const use = createInboxUse({ db, events, now, onError })
  const startSweep = (keep = inboxes, reported = onError, elapsed = () => 0) => {
    const mails = { keep: { inboxes: keep } }
    return createInboxSweep({ db, now, endInbox, mails, onError: reported, elapsed })
  }
  async function receive(inbox: number, ...names: string[]): Promise<number[]> {
    const all = names.map((name) =>
      intake.receive({
        teamId,
        inbox,
        login: 'app',
        envelope: { from: '', to: ['you@customer.test'] },
        source: new Uint8Array(Buffer.from(`Subject: ${name}\r\n\r\n`)),
        receivedAt: now(),
      }),
    )
    return (await Promise.all(all)).map(({ id }) => id)
  }
  const rows = () =>
    db.sql.selectFrom('inboxes').selectAll().where('team_id', '=', teamId).orderBy('id').execute()
  const names = async () => [...(await namesOfInboxes(db.sql, teamId, [1, 2, 3])).values()]
  const made = { teamId, deps, clock, told, ended, inboxes, use }
  return { ...made, startSweep, receive, rows, names, subjects, counters }
}

describeAlike('an inbox that is to end', (open) => {
  test('ends with its mail once none has come for as long as it was to live', async () => {
    const db = await open()
    const {
      teamId,
      clock,
      told,
      ended,
      use,
      startSweep,
      receive,
      rows,
      names,
      subjects,
      counters,
    } = await setUp(db)
    await receive(1, 'first')
    const gone = await receive(2, 'a', 'b')
    clock.time += hourMs / 2
    await receive(3, 'c')
    await use.write()
    expect((await rows()).map((row) => row.last_used_at !== null)).toEqual([true, true, true])
    clock.time += hourMs / 2
    const { sweep } = startSweep()
    await sweep()

    expect(await subjects()).toEqual(['c', 'first'])
    expect(ended).toEqual(['tokens 2', 'rules 2'])
    expect(told).toEqual([{ teamId, inbox: 2, username: `team-${teamId}-2` }])
    expect(await inboxCounts(db.sql, teamId)).toEqual(
      new Map([
        [1, { total: 1, unread: 1 }],
        [3, { total: 1, unread: 1 }],
      ]),
    )
    expect(await counters()).toMatchObject({ total: 2, isTrue: true })
    // It stays as a name for as long as its mail can come back.
    clock.time += keptTrashMs
    await updateInboxRow(db.sql, teamId, 3, { expires_at: null })
    await sweep()
    expect(await names()).toEqual(['in1', 'in2', 'in3'])
    await db.transaction((tx) => purgeMails(tx, gone))
    clock.time += 1
    await sweep()
    expect(await names()).toEqual(['in1', 'in3'])
  })

  test('lives on for mail that came, also where no use of it was written', async () => {
    const { clock, ended, startSweep, receive, rows } = await setUp(await open())
    clock.time += hourMs / 2
    await receive(2, 'a')
    await receive(3, 'b')
    clock.time += hourMs / 2
    await startSweep().sweep()
    expect(ended).toEqual([])
    expect((await rows()).map((row) => row.expires_at)).toEqual([
      null,
      clock.time + hourMs / 2,
      clock.time + hourMs / 2,
    ])
  })

  test('ends at the later of the end that was set and that of its newest mail', async () => {
    const db = await open()
    const { teamId, clock, ended, use, startSweep, receive } = await setUp(db)
    const { sweep } = startSweep()
    await receive(2, 'a')
    await receive(3, 'b')
    clock.time += hourMs / 2
    // Both are changed to live for ten minutes; the second gets mail after that.
    const expiring = { lives_ms: 10 * 60_000, expires_at: clock.time + 10 * 60_000 }
    for (const id of [2, 3]) await updateInboxRow(db.sql, teamId, id, expiring)
    await use.write()
    clock.time += 5 * 60_000
    await receive(3, 'c')
    clock.time += 5 * 60_000 - 1
    await sweep()
    expect(ended).toEqual([])
    clock.time += 1
    await sweep()
    expect(ended).toEqual(['tokens 2', 'rules 2'])
    clock.time += 5 * 60_000
    await sweep()
    expect(ended).toEqual(['tokens 2', 'rules 2', 'tokens 3', 'rules 3'])
  })

  test('ends though the end of another one fails', async () => {
    const { clock, ended, inboxes, startSweep } = await setUp(await open())
    clock.time += hourMs
    const reported: unknown[] = []
    const { sweep } = startSweep(
      {
        ...inboxes,
        newestArrival: async (tx, team, id) => {
          if (id === 2) throw new Error('damaged')
          return inboxes.newestArrival(tx, team, id)
        },
      },
      (error: unknown) => void reported.push(error),
    )
    await sweep()
    expect(ended).toEqual(['tokens 3', 'rules 3'])
    expect(reported).toEqual([new Error('damaged')])
  })

  test('ends whole though the process is killed in between', async () => {
    const { clock, ended, inboxes, startSweep, receive, rows, subjects } = await setUp(await open())
    await receive(2, 'a')
    clock.time += hourMs
    const killed = startSweep({ ...inboxes, clearSome: () => Promise.reject(new Error('killed')) })
    await expect(killed.sweep()).rejects.toThrow('killed')
    expect(await subjects()).toEqual(['a'])
    await startSweep().sweep()
    expect(await subjects()).toEqual([])
    expect(ended.filter((what) => what.endsWith('2'))).toEqual(['tokens 2', 'rules 2'])
    clock.time += lateMailMs
    await startSweep().sweep()
    expect((await rows()).map((row) => row.expires_at)).toEqual([null, null, null])
  })

  test('takes mail that was under way when it ended, and leaves what was restored', async () => {
    const db = await open()
    const { teamId, clock, startSweep, receive, subjects } = await setUp(db)
    const [restored = 0] = await receive(2, 'restored')
    clock.time += hourMs
    await startSweep().sweep()
    await db.transaction((tx) => restoreMails(tx, teamId, [restored]))
    await receive(2, 'late')
    expect(await subjects()).toEqual(['late', 'restored'])
    clock.time += lateMailMs
    await startSweep().sweep()
    expect(await subjects()).toEqual(['restored'])
  })

  test('ends in one sweep however many others have ended before it', async () => {
    const db = await open()
    const { teamId, clock, ended, startSweep, rows } = await setUp(db)
    await insertEnded(db, teamId, 450, { expires_at: clock.time, cleared_at: 1 })
    clock.time += hourMs
    await startSweep().sweep()
    expect(ended).toEqual(['tokens 2', 'rules 2', 'tokens 3', 'rules 3'])
    const waiting = (await rows()).filter(({ expires_at }) => expires_at !== null)
    // The two wait for mail that was under way. The others, which were cleared long ago, are gone.
    expect(waiting.map(({ id }) => id)).toEqual([2, 3])
    expect(await rows()).toHaveLength(3)
  })

  test('is cleared in parts where it has very much mail, so that other sweeps have their turn', async () => {
    const { clock, inboxes, startSweep, rows, receive, subjects } = await setUp(await open())
    await receive(2, 'a')
    clock.time += 2 * hourMs
    let at = 0
    const endless = { ...inboxes, clearSome: async () => true }
    await startSweep(endless, undefined, () => (at += sweepPartMs)).sweep()
    expect(await subjects()).toEqual(['a'])
    expect((await rows())[1]?.expires_at).not.toBeNull()
    await startSweep().sweep()
    expect(await subjects()).toEqual([])
  })

  test('ends first where a sweep has no time for all, and the others follow', async () => {
    const db = await open()
    const { teamId, clock, ended, startSweep, rows } = await setUp(db)
    await insertEnded(db, teamId, 450, { expires_at: clock.time, cleared_at: 1 })
    clock.time += hourMs
    let at = 0
    const { sweep } = startSweep(undefined, undefined, () => (at += sweepPartMs))
    await sweep()
    expect(ended).toEqual(['tokens 2', 'rules 2', 'tokens 3', 'rules 3'])
    expect(await rows()).toHaveLength(253)
    await sweep()
    expect(await rows()).toHaveLength(53)
    await sweep()
    expect(await rows()).toHaveLength(3)
  })

  test('waits with others of its person, which are counted by their ends', async () => {
    const db = await open()
    const { teamId, clock } = await setUp(db)
    await insertEnded(db, teamId, 450, { expires_at: clock.time, cleared_at: 1 })
    // So few rows are read as a whole otherwise.
    if (db.dialect.name === 'postgres') {
      await sql`vacuum analyze inboxes`.execute(db.sql)
      await sql`set enable_seqscan = off`.execute(db.sql)
    }
    const [plan = ''] = await plansOf(db, async (store) => {
      expect(await countEnding(store, teamId, { until: clock.time, most: 400 })).toBe(400)
    })
    expect(plan).toMatch(/inboxes_by_expiry/)
    expect(plan).not.toMatch(/SCAN inboxes\b|Seq Scan on inboxes/)
  })
})

/** Inboxes of the team that ended long ago, without mail. */
async function insertEnded(
  db: Database,
  teamId: number,
  count: number,
  columns: { expires_at: number; cleared_at: number },
): Promise<void> {
  const numbers = Array.from({ length: count }, (_, at) => at + 10)
  const rows = numbers.map((id) => {
    const named = { id, name: `in${id}`, name_key: `in${id}`, username: null, ended_at: 1 }
    return { ...newInbox(teamId, ''), ...named, ...columns }
  })
  for (let from = 0; from < rows.length; from += 100) {
    await db.sql
      .insertInto('inboxes')
      .values(rows.slice(from, from + 100))
      .execute()
  }
}
