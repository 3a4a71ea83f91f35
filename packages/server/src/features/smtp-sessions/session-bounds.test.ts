import { limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { insertTeam } from '../../../test/support/store-rows.ts'
import { strictEvents } from '../../../test/support/strict-events.ts'
import type { FailedSmtp } from '../../smtp/failures/failures.ts'
import { createSessionWriter } from './session-writer.ts'

const failed = (change: Partial<FailedSmtp>): FailedSmtp => ({
  accountId: 1,
  inbox: 1,
  user: 'ada',
  isStranger: false,
  failure: 'client_left',
  at: Date.now(),
  remoteAddress: '192.0.2.1',
  login: 'team-1',
  reply: 'The client ended the connection after MAIL',
  transcript: 'C: QUIT\n',
  transcriptTimes: [1],
  mailId: null,
  scenario: null,
  ...change,
})

describeEachDatabase('sessions that failed', (open) => {
  async function setUp() {
    const db = await open()
    const events = strictEvents()
    const log = { info: () => {}, warn: () => expect.unreachable(), error: () => {} }
    const writer = createSessionWriter({ db, events, log: log as never, later: () => () => {} })
    const heard: number[] = []
    events.on('teamOutdated', ({ teamId }) => heard.push(teamId))
    const { teamId } = await insertTeam(db, 'ada')
    const kept = async () =>
      db.sql.selectFrom('failed_sessions').selectAll().orderBy('id').execute()
    /** Adds so many of them, as many at once as may wait. */
    async function add(count: number, change: Partial<FailedSmtp>): Promise<void> {
      for (let each = 0; each < count; each += 1) {
        writer.add(failed({ accountId: teamId, ...change }))
        if (each % 50 === 49) await writer.idle()
      }
      await writer.idle()
    }
    return { db, writer, heard, teamId, kept, add }
  }

  test('are bounded for a team, apart from strangers and from other kinds', async () => {
    const { add, kept } = await setUp()
    const counts = async () => {
      const groups = Map.groupBy(await kept(), (row) => `${row.failure} ${row.is_stranger}`)
      return Object.fromEntries([...groups].map(([name, rows]) => [name, rows.length]))
    }
    await add(1, { failure: 'mail_refused' })
    await add(1, { failure: 'wrong_password' })
    await add(limits.sessionsKept - 1, {})
    await add(2 * limits.failuresKept, { isStranger: true, failure: 'mail_refused' })
    expect(await counts()).toEqual({
      'mail_refused 0': 1,
      'wrong_password 0': 1,
      'client_left 0': limits.sessionsKept - 1,
      'mail_refused 1': limits.failuresKept,
    })
    await add(50, { failure: 'dropped' })
    expect(await counts()).toEqual({
      'wrong_password 0': 1,
      'client_left 0': limits.sessionsKept - 50,
      'dropped 0': 50,
      'mail_refused 1': limits.failuresKept,
    })
  })

  test('of a flood are written at once, as many as there is room for, and others lose none', async () => {
    const { db, writer, heard, teamId, kept } = await setUp()
    const floods = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => insertTeam(db, `eve-${name}`)),
    )
    const add = (reply: string, change: Partial<FailedSmtp> = {}) =>
      writer.add(failed({ accountId: teamId, reply, ...change }))
    const flood = () => {
      for (let each = 0; each < 2_000; each += 1) {
        add('flood', { accountId: floods[each % 5]?.teamId ?? 0, user: 'eve' })
        add('flood', { user: 'stranger', isStranger: true })
      }
    }
    for (const reply of ['1', '2', '3']) add(reply)
    flood()
    for (const reply of ['4', '5']) add(reply)
    flood()
    await writer.idle()
    const rows = await kept()
    expect(rows).toHaveLength(200)
    const mine = rows.filter((row) => row.team_id === teamId)
    expect(mine.length).toBeGreaterThan(5)
    expect(mine.length).toBeLessThanOrEqual(50)
    const own = mine.filter(({ reply }) => reply !== 'flood')
    expect(own.map(({ reply }) => reply)).toEqual(['1', '2', '3', '4', '5'])
    // One transaction wrote them all: each team hears once.
    const teams = [teamId, ...floods.map((one) => one.teamId)]
    expect(heard).toHaveLength(teams.length)
    expect(new Set(heard)).toEqual(new Set(teams))
  })
})
