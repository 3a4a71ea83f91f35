import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { newPostgres } from '../../../test/support/databases.ts'
import { openDatabase } from '../open-database.ts'
import { createProcessTable } from './process-table.ts'

async function setUp() {
  const databaseUrl = await newPostgres()
  const log = pino({ level: 'silent' })
  const db = await openDatabase({ dataDir: tmpdir(), databaseUrl, log })
  onTestFinished(() => db.close())
  const ownOf = (id: string) => ({ id, version: '1.0.0', roles: 'smtp', connections: 10 })
  const tableOf = (id: string) => createProcessTable({ db, own: ownOf(id) })
  /** Moves what was recorded into the past. */
  const pass = (ms: number) =>
    db.sql
      .updateTable('processes')
      .set((row) => ({ seen_at: row('seen_at', '-', ms) }))
      .execute()
  return { db, ownOf, tableOf, pass }
}

test('a process is listed for as long as it says that it is there', async () => {
  const { ownOf, tableOf, pass } = await setUp()
  const [first, second] = [tableOf('first'), tableOf('second')]
  await first.beat()
  await second.beat()
  await pass(61_000)
  expect(await first.list(60_000)).toEqual([])
  await first.beat()
  expect(await second.list(60_000)).toEqual([ownOf('first')])
  await second.beat()
  await first.remove()
  expect(await second.list(60_000)).toEqual([ownOf('second')])
})

test('a process that was killed is forgotten after a while', async () => {
  const { db, tableOf, pass } = await setUp()
  const [gone, here] = [tableOf('gone'), tableOf('here')]
  await gone.beat()
  await pass(91_000)
  await here.beat()
  await here.removeGone(90_000)
  expect(await db.sql.selectFrom('processes').select('id').execute()).toEqual([{ id: 'here' }])
})

test('connections for administrators are not for processes', async () => {
  const { db } = await setUp()
  const { rows } = await sql<{ most: number }>`
    select current_setting('max_connections')::int as most`.execute(db.sql)
  expect(await db.connectionsAllowed()).toBe((rows[0]?.most ?? 0) - 3)
})

test('a process that says that it is there and looks at the others opens one connection', async () => {
  const { db, tableOf } = await setUp()
  const table = tableOf('x')
  await table.beat()
  await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db.longReads)
  await table.removeGone(90_000)
  await table.list(60_000)
  await db.connectionsAllowed()
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from pg_stat_activity
    where datname = current_database() and application_name = 'mailstop'`.execute(db.longReads)
  expect(rows).toEqual([{ open: 1 }])
})
