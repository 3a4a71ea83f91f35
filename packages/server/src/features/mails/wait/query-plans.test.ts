import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { insertVerifiedTeam } from '../../../../test/support/factories.ts'
import { manyMails, plansOf, sorting, wholeTable } from '../../../../test/searching/query-plans.ts'
import type { Database, Sql, Tx } from '../../../db/database.ts'
import { countArrivals, findArrivals, forgetArrivals, listArrivals } from '../rows/arrival-store.ts'
import { markerOf } from '../rows/mail-marker.ts'
import { searchMails } from '../find/search-store.ts'
import {
  bytesOfArrived,
  findArrived,
  findWaited,
  listNewestArrived,
} from '../find/waited-mail-store.ts'

/** Each mail is an arrival with its id as the revision. */
async function manyArrivals(db: Database) {
  const teamId = await insertVerifiedTeam(db, 1)
  const ids = await manyMails(db, teamId, await insertVerifiedTeam(db, 2))
  await sql`insert into mail_arrivals (mail_id, team_id, revision, at)
    select id, team_id, id, received_at from mails`.execute(db.sql)
  if (db.dialect.name === 'postgres') await sql`vacuum analyze mail_arrivals`.execute(db.sql)
  return { teamId, ids }
}

type Asked = { db: Database; store: Sql; teamId: number; ids: number[] }

const late = ({ ids }: Pick<Asked, 'ids'>) => markerOf(ids.at(-20) ?? 0)

const questions: [string, (asked: Asked) => Promise<unknown>][] = [
  [
    'what arrived after a marker',
    ({ store, teamId, ids }) => listArrivals(store, teamId, late({ ids }), { limit: 1_001 }),
  ],
  [
    'the last that arrived',
    ({ store, teamId, ids }) =>
      listNewestArrived(store, teamId, late({ ids }), { inbox: null, limit: 10 }),
  ],
  ['where mails are in the order', ({ store, ids }) => findArrivals(store, ids.slice(-50))],
  [
    'the mails that a wait may be for',
    ({ store, teamId, ids }) => findWaited(store, teamId, ids.slice(-50)),
  ],
  [
    'what arrived for a recipient',
    ({ store, teamId, ids }) => findArrived(store, teamId, late({ ids }), 'ada@x.test'),
  ],
  [
    'how much arrived',
    ({ store, teamId, ids }) => countArrivals(store, teamId, late({ ids }), 1_001),
  ],
  [
    'how large the addresses of what arrived are',
    ({ store, teamId, ids }) => bytesOfArrived(store, teamId, late({ ids })),
  ],
  [
    'a list of what arrived after a marker',
    ({ db, store, teamId, ids }) =>
      searchMails(
        { ...db, sql: store, teamId },
        { kind: 'row', test: { arrivedAfter: late({ ids }) } },
        { limit: 1_001 },
      ),
  ],
]

const wholeArrivals = /SCAN mail_arrivals(?! USING INTEGER)|Seq Scan on mail_arrivals/

describeEachDatabase('what waits ask', (open) => {
  test('is answered from indexes, however much mail there is', async () => {
    const db = await open()
    const asked = await manyArrivals(db)
    for (const [name, ask] of questions) {
      for (const plan of await plansOf(db, (store) => ask({ db, store, ...asked }))) {
        expect(plan, name).not.toMatch(wholeTable)
        expect(plan, name).not.toMatch(wholeArrivals)
        // The few rows that a search takes from the order of arrival are sorted as a list.
        expect(sorting.test(plan) && !name.startsWith('a list'), name).toBe(false)
      }
    }
  }, 60_000)

  test('the oldest arrivals are forgotten in the order of their key', async () => {
    const db = await open()
    await manyArrivals(db)
    const plans = await plansOf(db, (store) =>
      forgetArrivals(store as Tx, { from: 1, to: 1e9 }, 500),
    )
    for (const plan of plans) expect(plan).not.toMatch(sorting)
  }, 60_000)
})
