import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { newPostgres, openPostgres } from '../../../test/support/databases.ts'
import { serveRoutes, simpleRoute } from '../../../test/support/http-routes.ts'
import type { Sql } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { storeTrouble } from '../store-faults.ts'

const log = pino({ level: 'silent' })

async function openHere(readTimeoutMs: number) {
  const url = await newPostgres()
  const db = await openPostgres({ url, readTimeoutMs })
  return { db, url }
}

const limitOf = async (store: Sql) =>
  (
    await sql<{ ms: string }>`
    select setting as ms from pg_settings where name = 'statement_timeout'`.execute(store)
  ).rows[0]?.ms

test('a request whose read takes too long is refused with that reason, in the shape of the contract', async () => {
  const { db } = await openHere(50)
  const handle = async () => {
    await sql`select pg_sleep(600)`.execute(db.sql)
  }
  const { browser, logged } = await serveRoutes({ routes: [simpleRoute({}, handle)] })
  const { status, json } = await browser.request('GET', '/api/thing')
  expect([status, json]).toEqual([
    503,
    {
      code: 'unavailable',
      message: 'This took too long and was stopped. Ask for less, or try again in a moment.',
    },
  ])
  expect(logged.join('')).toMatch(/"level":40[^]*statement timeout[^]*the store was too slow/)
  expect(logged.join('')).not.toContain('"stack"')
})

test('reads and what catching waits for end after a while; what may last does not', async () => {
  const { db, url } = await openHere(20_000)
  expect(await limitOf(db.sql)).toBe('20000')
  expect(await limitOf(db.ingest)).toBe('20000')
  expect(await limitOf(db.longReads)).toBe('0')
  expect(await db.transaction(limitOf)).toBe('0')
  const { rows } = await sql<{ ms: string }>`
    with made as (
      insert into users (name, email, email_key, password_hash, created_at)
      select 'x', current_setting('statement_timeout'), 'x', 'x', 1 returning email as ms)
    select ms from made`.execute(db.longReads)
  expect(rows).toEqual([{ ms: '0' }])
  await db.sql
    .updateTable('users')
    .set({ name: sql<string>`current_setting('statement_timeout')` })
    .execute()
  expect(await db.sql.selectFrom('users').select('name').execute()).toEqual([{ name: '0' }])

  await sql
    .raw(`alter database "${new URL(url).pathname.slice(1)}" set statement_timeout = 7000`)
    .execute(db.longReads)
  const stricter = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
  onTestFinished(() => stricter.close())
  expect(await limitOf(stricter.sql)).toBe('7000')
})

test('a store that has no connection free is busy, and not broken', async () => {
  const { url } = await openHere(20_000)
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 1_000 })
  const held = await pool.connect()
  const outcome = await pool.connect().catch((error: unknown) => error)
  // The pool ends before its connections have: Postgres would cut one when the database is dropped.
  const hasEnded = once(held, 'end')
  held.release()
  await Promise.all([pool.end(), hasEnded])
  expect(storeTrouble(outcome)).toBe('no_turn')
  expect(storeTrouble(new Error('something else'))).toBeNull()
})
