import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { plansOf, sorting } from '../../../test/searching/query-plans.ts'
import type { Database, Sql } from '../../db/database.ts'
import { teamsWithRetention } from '../mails/rows/team-limit-store.ts'
import { deleteActsBefore, listActRows } from './act-store.ts'
import {
  findUserRow,
  listTeamRows,
  listUserRows,
  searchFloor,
  teamsOfUser,
} from './operator-store.ts'
import { caughtSince, queueCounts } from './overview-store.ts'

type Step = (store: Sql) => Promise<unknown>

const page = { q: undefined, cursor: 900, limit: 51, floor: 0 }
const search = { ...page, q: 'rocket', floor: 100 }

const teamsOfOne: Step = (store) => teamsOfUser(store, 5, 100)

const questions: [string, Step][] = [
  ['people', (store) => listUserRows(store, page)],
  ['people of a search', (store) => listUserRows(store, search)],
  ['where a search of people ends', (store) => searchFloor(store, 'users', 900)],
  ['one account', (store) => findUserRow(store, 5)],
  ['the teams of an account', teamsOfOne],
  ['teams', (store) => listTeamRows(store, page)],
  ['teams of a search', (store) => listTeamRows(store, search)],
  ['what operators did', (store) => listActRows(store, 900, 51)],
  ['what they did long ago', (store) => deleteActsBefore(store, 5)],
  ['what waits to be mailed', (store) => queueCounts(store, 'outbox', { most: 100, since: 5 })],
  ['what came since then', (store) => caughtSince(store, 1_990)],
  ['teams that keep less', (store) => teamsWithRetention(store, { onlyOwn: true })],
]

describeEachDatabase('what operators ask', (open) => {
  test('is answered from indexes, in their order', async () => {
    const db = await open()
    await fill(db)
    for (const [name, ask] of questions) {
      const plans = await plansOf(db, ask)
      expect(plans.length, name).toBeGreaterThan(0)
      for (const plan of plans) {
        // SQLite names an index that it walks. It says nothing of one where it goes down the ids.
        expect(plan, name).not.toMatch(/Seq Scan on|SCAN (?!.*(?:USING|\bsome\b))/)
        // An account has few teams, which are sorted.
        expect(sorting.test(plan), name).toBe(ask === teamsOfOne)
      }
    }
  }, 60_000)
})

const many = 2_000

/** Many rows of each table, and the database knows how many. */
async function fill(db: Database): Promise<void> {
  const numbers =
    db.dialect.name === 'sqlite'
      ? sql`(with recursive counted (n) as (
            select 1 union all select n + 1 from counted where n < ${many}
          ) select n from counted) as numbers`
      : sql`generate_series(1, ${many}::int) as numbers (n)`
  const statements = [
    sql`insert into users (name, email, email_key, password_hash, created_at)
        select 'user ' || n, n || '@b.test', n || '@b.test', '', n from ${numbers}`,
    sql`insert into teams (name, code, type, plan, owner_id, created_at, retention_days)
        select 'team ' || n, 'code' || n, 'shared', 'free', n, n, case when n % 100 = 0 then 5 end from ${numbers}`,
    sql`insert into team_counters (team_id, total, unread, flagged) select n, 0, 0, 0 from ${numbers}`,
    sql`insert into team_limits (team_id, max_mails) select n, 5 from ${numbers}`,
    sql`insert into team_members (team_id, user_id, role, created_at)
        select n, n, 'owner', 1 from ${numbers}`,
    sql`insert into sessions (id, user_id, created_at, seen_at, expires_at, user_agent, remote_address)
        select 's' || n, n, n, n, n, '', '' from ${numbers}`,
    sql`insert into familiar_clients (user_id, client, seen_at) select n, 'c', n from ${numbers}`,
    sql`insert into operator_acts (at, operator_name, act, target_name, detail)
        select n, 'Ada', 'deleted_user', 'x', '' from ${numbers}`,
    sql`insert into caught_counts (minute, mails) select n, 1 from ${numbers}`,
    sql`insert into outbox (id, kind, created_at, due_at, attempts, state, settled_at)
        select 'm' || n, 'x', n, n, 0, case when n % 10 = 0 then 'queued' else 'sent' end,
          case when n % 10 = 0 then null else 1 end from ${numbers}`,
  ]
  for (const statement of statements) await statement.execute(db.sql)
  await sql`analyze`.execute(db.sql)
}
