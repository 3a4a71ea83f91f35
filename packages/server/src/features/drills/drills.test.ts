import { limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { describeAlike } from '../../../test/support/databases.ts'
import { insertTeam } from '../../../test/support/store-rows.ts'
import { strictEvents } from '../../../test/support/strict-events.ts'
import type { TeamRequest } from '../../actor.ts'
import { readOfferedContent } from '../../mime/offered-content.ts'
import type { LabEvent } from '../../smtp/lab/lab-decision.ts'
import { createIntake } from '../mails/catch/mail-intake.ts'
import { createDrillNotes } from './drill-notes.ts'
import { createDrills } from './drills.ts'

const sourceOf = (name: string) =>
  new Uint8Array(Buffer.from(`Subject: ${name}\r\nMessage-ID: <${name}@a.test>\r\n\r\nHi\r\n`))
const settled = () => new Promise((done) => setTimeout(done, 300))

describeAlike('drills beside each other', (open) => {
  async function setUp() {
    const real = await open()
    const clock = { time: Date.now() }
    /** What a test makes fail, slow or wait. */
    const faults = { writesFail: false, describeMs: 0, beforeInboxes: async () => {} }
    const sql = new Proxy(real.sql, {
      get(target, key) {
        if (key === 'insertInto' && faults.writesFail) throw new Error('The store is away')
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const db = { ...real, sql, transaction: real.transaction.bind(real) }
    const events = strictEvents()
    const now = () => clock.time
    const errors: string[] = []
    let timers: (() => void)[] = []
    let act: (event: LabEvent) => void = () => {}
    const drills = createDrills({
      db,
      events,
      now,
      publicUrl: new URL('http://mailstop.test/'),
      permit: async () => ({ name: 'team' }),
      delayedOf: () => 0,
      scenarios: {
        async start({ teamId }, name, { seconds, run = '', first, also }) {
          const times = { started_at: now(), ends_at: now() + seconds * 1_000 }
          const row = { team_id: teamId, inbox_id: 1, name, steps: '[]', scenario_id: null }
          await db.transaction(async (tx) => {
            await first?.(tx)
            await also?.(tx, { ...row, ...times, seed: 's', run })
          })
          return {} as never
        },
        endRun: async () => {},
        whenActed: (listener) => void (act = listener),
        whenStopped: () => {},
        async inboxesOf() {
          const wait = faults.beforeInboxes
          faults.beforeInboxes = async () => {}
          await wait()
          return []
        },
      },
      describe(source) {
        clock.time += faults.describeMs
        return readOfferedContent(source)
      },
      later(work) {
        timers.push(work)
        return () => (timers = timers.filter((one) => one !== work))
      },
      onError: (error) => errors.push(String(error)),
    })
    const intake = createIntake({ db: real, events, now })
    const envelope = { from: 'app@b.test', to: ['ada@b.test'] }
    const teamOf = async (name: string) => {
      const { teamId } = await insertTeam(real, name)
      const request = { actor: { kind: 'user', userId: 1 }, teamId, action: 'manage_inboxes' }
      const asker = request as unknown as TeamRequest<'manage_inboxes'> & TeamRequest<'read_mail'>
      return {
        asker,
        start: (seconds: number, header: string | null = null) =>
          drills.start(asker, { scenario: 'flaky', seconds, watch_seconds: 0, header }),
        receive: (name: string, to = envelope.to) =>
          intake.receive({
            teamId,
            envelope: { ...envelope, to },
            source: sourceOf(name),
            receivedAt: now(),
          }),
      }
    }
    const rowOf = (id: number) =>
      real.sql.selectFrom('drills').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return {
      db: real,
      faults,
      drills,
      errors,
      teamOf,
      rowOf,
      async defer(id: number, name: string) {
        const { run, team_id } = await rowOf(id)
        const content = readOfferedContent(sourceOf(name))
        const place = { teamId: team_id, inbox: 1, run, step: 0, at: 'end', session: 's' } as const
        const answer = { did: 'reply', reply: '451 Later', isDiscarded: false } as const
        const offer = {
          transaction: name,
          sender: envelope.from,
          recipients: envelope.to,
          content: () => content,
        }
        act({ ...place, ...answer, ...offer })
      },
      async pass(ms: number) {
        clock.time += ms
        for (const work of timers.splice(0)) work()
        await settled()
      },
    }
  }

  test('a person who starts many at once has no more than the limit', async () => {
    const { teamOf } = await setUp()
    const { start } = await teamOf('many')
    const outcomes = await Promise.allSettled(
      Array.from({ length: limits.drillsAtOnce + 5 }, () => start(60)),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(5)
    for (const one of refused) {
      expect(one).toMatchObject({ reason: { code: 'conflict' } })
    }
  })

  test('newer drills push out none that runs', async () => {
    const { teamOf, drills, rowOf } = await setUp()
    const ada = await teamOf('busy')
    const { id } = await ada.start(3_600)
    for (let count = 0; count < limits.drillsPerTeam; count += 1) {
      const newer = await ada.start(60)
      await drills.end(ada.asker, newer.id)
    }
    expect((await rowOf(id)).report).toBeNull()
    expect(await drills.end(ada.asker, id)).toMatchObject({ state: 'ended' })
  })

  test('a process that did not start a drill knows the field that names its mails', async () => {
    const { db, teamOf, rowOf } = await setUp()
    const { id } = await (await teamOf('other')).start(60, 'X-Job')
    const { run, team_id: teamId } = await rowOf(id)
    let act: (event: LabEvent) => void = () => {}
    const notes = createDrillNotes({
      db,
      now: Date.now,
      scenarios: { whenActed: (listener) => void (act = listener) },
      noticed() {},
      later: () => () => {},
      onError(error) {
        throw error
      },
    })
    const content = readOfferedContent(new Uint8Array(Buffer.from('X-Job: 7\r\n\r\nHi\r\n')))
    const place = { teamId, inbox: 1, run, step: 0, at: 'end', session: 's' } as const
    const answer = { did: 'reply', reply: '451 Later', isDiscarded: false } as const
    act({
      ...place,
      ...answer,
      transaction: 't',
      sender: 'a@b.test',
      recipients: [],
      content: () => content,
    })
    await notes.write()
    const { attempt } = await db.sql
      .selectFrom('drill_attempts')
      .select('attempt')
      .where('run', '=', run)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(attempt)).toMatchObject({
      identities: expect.arrayContaining([expect.stringMatching(/^field /)]),
    })
  })

  test('a report that takes long is no gap of another drill', async () => {
    const { teamOf, defer, pass, rowOf, faults } = await setUp()
    const [ada, bo] = [await teamOf('ada'), await teamOf('bo')]
    await ada.start(60)
    const { id } = await bo.start(120)
    for (let at = 0; at < 40; at += 1) await ada.receive(String(at))
    await defer(id, 'one')
    for (let at = 0; at < 4; at += 1) await pass(12_000)
    faults.describeMs = 500
    await pass(12_000)
    faults.describeMs = 0
    while ((await rowOf(id)).report === null) await pass(12_000)
    const { gaps, report } = await rowOf(id)
    expect([gaps, report]).toEqual(['[]', expect.stringContaining('1 of 1 lost')])
  })

  test('a damaged mail is counted by its envelope, and keeps no report from being made', async () => {
    const { db, teamOf, drills, pass } = await setUp()
    const ada = await teamOf('ada')
    const { id } = await ada.start(60)
    const damaged = await ada.receive('one')
    await ada.receive('two', ['bo@b.test'])
    await db.sql
      .updateTable('mail_sources')
      .set({ source: Buffer.from([1, 2, 3, 4]) })
      .where('mail_id', '=', damaged.id)
      .execute()
    await pass(1_000)
    const { report } = await drills.end(ada.asker, id)
    expect(report).toMatchObject({ offered: 2, at_once: 2, lost: 0 })
  })

  test('attempts are written once the store takes them again', async () => {
    const { teamOf, defer, pass, drills, faults, errors } = await setUp()
    const ada = await teamOf('ada')
    const { id } = await ada.start(60)
    for (let at = 0; at < 50; at += 1) await defer(id, String(at))
    faults.writesFail = true
    await pass(3_000)
    faults.writesFail = false
    expect(errors.length).toBeGreaterThan(0)
    expect((await drills.end(ada.asker, id)).report).toMatchObject({ offered: 50, lost: 50 })
  })

  test('an attempt counts once though the answer to its write was lost and it was written again', async () => {
    const { teamOf, defer, pass, drills, db } = await setUp()
    const ada = await teamOf('ada')
    const { id } = await ada.start(60)
    await defer(id, 'one')
    await pass(3_000)
    const row = db.sql.selectFrom('drill_attempts').select(['run', 'at', 'mail_id', 'attempt'])
    await db.sql
      .insertInto('drill_attempts')
      .values(await row.execute())
      .execute()
    const { report } = await drills.end(ada.asker, id)
    expect(report.mails.map(({ attempts }) => attempts.length)).toEqual([1])
  })

  test('mail that is removed before the report was delivered all the same', async () => {
    const { teamOf, pass, drills, db } = await setUp()
    const ada = await teamOf('ada')
    const { id } = await ada.start(600)
    for (let at = 0; at < 3; at += 1) await ada.receive(String(at))
    await pass(21_000)
    await db.sql.deleteFrom('mails').execute()
    expect((await drills.end(ada.asker, id)).report).toMatchObject({ offered: 3, lost: 0 })
  })

  test('what the store never took is unknown', async () => {
    const { teamOf, defer, pass, drills, faults } = await setUp()
    const ada = await teamOf('ada')
    const { id } = await ada.start(600)
    await defer(id, 'one')
    await pass(3_000)
    faults.writesFail = true
    await defer(id, 'one')
    for (let at = 0; at < 8; at += 1) await pass(10_000)
    faults.writesFail = false
    expect((await drills.end(ada.asker, id)).report).toMatchObject({ unknown: 1, lost: 0 })
  })

  test('who looks while it ends sees its report, and no attempt stays behind', async () => {
    const { teamOf, defer, pass, drills, faults, db } = await setUp()
    const ada = await teamOf('ada')
    const { id } = await ada.start(60)
    for (let at = 0; at < 20; at += 1) await ada.receive(String(at))
    await defer(id, 'one')
    await pass(3_000)
    faults.beforeInboxes = async () => void (await drills.end(ada.asker, id))
    const seen = await drills.get(ada.asker, id)
    expect([seen.state, seen.report.sentence]).toEqual(['ended', '1 of 21 lost, 0 doubled.'])
    expect(await db.sql.selectFrom('drill_attempts').selectAll().execute()).toEqual([])
  })
})
