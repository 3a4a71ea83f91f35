import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { filledTeam } from '../../../../test/searching/filled-team.ts'
import { aboutMails, plansOf, sorting, wholeTable } from '../../../../test/searching/query-plans.ts'
import { newInbox } from '../../../../test/support/store-rows.ts'
import type { Database, Sql } from '../../../db/database.ts'
import {
  listExpiredOfInbox,
  listOfInbox,
  listOverflow,
  newestArrival,
} from '../rows/mail-ids-store.ts'
import { countInboxes } from '../rows/inbox-store.ts'
import { listInboxesWithoutMail, mailsSince } from '../../inboxes/inbox-store.ts'
import { isFlagged, isUnread, row, type MailSearch, type Words } from './mail-condition.ts'
import { searchMails } from './search-store.ts'

type Asked = { db: Database; store: Sql; teamId: number }
type Step = (asked: Asked) => Promise<unknown>

const all = (...parts: MailSearch[]): MailSearch => ({ kind: 'all', parts })
const inFirst = row({ inboxes: [1] })
const inSecond = row({ inboxes: [2] })

const search =
  (what: MailSearch, bounds: { below?: number; limit?: number } = {}): Step =>
  ({ db, store, teamId }) =>
    searchMails({ ...db, sql: store, teamId }, what, { limit: 1_000, ...bounds })

/** On Postgres, each range of mail has it by another name. */
const ofInbox = /mails_of_inbox|_team_id_inbox_id_id_idx/

/** What Postgres asks the index for each inbox. */
const inItsOrder = /Index Cond: \(\(team_id = .*inbox_id >= .*ROW\(inbox_id, id\)/

/** Queries that are asked often, with the index that has to answer them. The second inbox has one mail in 40. */
const questions: [string, string | RegExp, Step][] = [
  [
    'mail of an inbox',
    ofInbox,
    ({ store, teamId }) => listOfInbox(store, teamId, { inbox: 2, since: null, limit: 500 }),
  ],
  ['the newest mail of an inbox', ofInbox, ({ store, teamId }) => newestArrival(store, teamId, 2)],
  [
    'mail of an inbox that is too much',
    ofInbox,
    ({ store, teamId }) => listOverflow(store, teamId, { inbox: 2, kept: 1, limit: 500 }),
  ],
  ['all mail of an inbox', ofInbox, search(all(inSecond))],
  ['mail of an inbox further down', ofInbox, search(all(inSecond), { below: 20_000, limit: 25 })],
  ['unread mail of a common inbox', 'unread_mails', search(all(inFirst, isUnread), { limit: 100 })],
  ['flagged mail of an inbox', 'flagged_mails', search(all(inFirst, isFlagged))],
  [
    'the count of an inbox',
    'flagged_mails',
    ({ store, teamId }) => countInboxes(store, teamId, [1]),
  ],
]

describeEachDatabase('however much mail there is', (open) => {
  test('mail of an inbox is read in the order of an index, up to its end', async () => {
    const { db, teamId } = await filledTeam(await open())
    for (const [name, index, ask] of questions) {
      const plans = await plansOf(db, (store) => ask({ db, store, teamId }))
      const [plan = '', ...others] = plans.filter((plan) => aboutMails.test(plan))
      expect(others, name).toEqual([])
      expect(plan, name).toMatch(index)
      expect(plan, name).not.toMatch(wholeTable)
      // The few of each inbox are sorted once more on Postgres.
      const reading = plan.split('Nested Loop').at(-1) ?? ''
      expect(reading.split('SCAN found')[0], name).not.toMatch(sorting)
      const isBounded = inItsOrder.test(reading)
      expect([name, plan === reading || isBounded]).toEqual([name, true])
    }
  }, 60_000)

  test('words of a small inbox cost as much as its mail, also where others have more', async () => {
    const { db, teamId } = await filledTeam(await open())
    if (db.dialect.name !== 'sqlite') return
    const plan = async (words: Words) => {
      const what = all(inSecond, { kind: 'words', words })
      const plans = await plansOf(db, (store) => search(what)({ db, store, teamId }))
      return plans.find((plan) => aboutMails.test(plan)) ?? ''
    }
    for (const field of ['sender', 'subject'] as const) {
      const compared = await plan({ words: ['shipped', 'no'], prefix: true, field })
      expect(compared, field).toMatch(ofInbox)
      expect(compared, field).not.toMatch(/mail_words|TEMP B-TREE/)
    }
    // No flags of FTS5 are set where it goes from the oldest to the newest.
    expect(await plan({ words: ['shipped'], prefix: false })).toContain(
      'SCAN mail_words VIRTUAL TABLE INDEX 0:',
    )
  }, 60_000)

  test('the trash of a team is read once, however many of its inboxes have ended', async () => {
    const { db, teamId } = await filledTeam(await open())
    for (const id of [3, 4]) {
      const named = { id, name: `in${id}`, name_key: `in${id}`, ended_at: 1 }
      await db.sql
        .insertInto('inboxes')
        .values({ ...newInbox(teamId, `in${id}`), ...named })
        .execute()
    }
    const plans = await plansOf(db, async (store) => {
      const page = { before: 2, after: undefined, limit: 10 }
      const { seen, gone } = await listInboxesWithoutMail(store, page)
      for (const those of [seen, gone]) expect(those.map(({ id }) => id)).toEqual([3, 4])
    })
    expect(plans.filter((plan) => aboutMails.test(plan))).toHaveLength(2)
    expect(plans[0]).toMatch(ofInbox)
    expect(plans[1]).toContain('trash_of_teams')
    for (const plan of plans) expect(plan).not.toMatch(wholeTable)
  }, 60_000)

  test('mail of an inbox that is too old is found by the arrivals of its team, and by its ids', async () => {
    const { db, teamId } = await filledTeam(await open())
    const which = { inbox: 2, before: 3e7, limit: 500 }
    const plans = await plansOf(db, (store) => listExpiredOfInbox(store, teamId, which))
    const [last = '', found = ''] = plans.filter((plan) => aboutMails.test(plan))
    expect(last).toContain('mails_by_arrival')
    expect(found).toMatch(ofInbox)
    for (const plan of [last, found]) expect(plan).not.toMatch(sorting)
  }, 60_000)

  test('mail of a day is counted of each inbox, in an index that has it by inbox', async () => {
    const { db, teamId } = await filledTeam(await open())
    const since = 4e6
    const kept = await db.sql
      .selectFrom('mails')
      .select('inbox_id')
      .where('team_id', '=', teamId)
      .where('received_at', '>=', since)
      .where('trashed_at', 'is', null)
      .execute()
    const ofSecond = kept.filter(({ inbox_id }) => inbox_id === 2).length
    const [most, all] = [ofSecond + 10, kept.length]
    expect([ofSecond > 20, all > 2 * most]).toEqual([true, true])
    const plans = await plansOf(db, async (store) => {
      expect(Object.fromEntries(await mailsSince(store, teamId, { since, most }))).toEqual({
        1: most,
        2: ofSecond,
      })
    })
    const [first = '', counted = ''] = plans.filter((plan) => aboutMails.test(plan))
    expect(first).toContain('mails_by_arrival')
    expect(counted).toMatch(ofInbox)
    expect(counted).toMatch(
      /inbox_id=\? AND id>\?|Index Cond: .*ROW\(inbox_id, id\) >= .*AND \(id >= /,
    )
    expect(counted).not.toMatch(/mails_by_arrival|Bitmap/)
    for (const plan of [first, counted]) {
      expect(plan).not.toMatch(wholeTable)
      expect(plan).not.toMatch(sorting)
    }
  }, 60_000)
})
