import { tmpdir } from 'node:os'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase } from '../../../test/databases.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open-database.ts'
import { keptForOthers, olderIndexes } from '../postgres/words-from-before.ts'
import type { Schema } from '../schema.ts'
import { migrations } from './migrations.ts'

const dayMs = 24 * 60 * 60_000

/** A Postgres of the version before, and what opens it with this one. */
async function olderStore() {
  const { url, drop } = await createPostgresDatabase('template0')
  onTestFinished(drop)
  const pool = new Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  const old = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  onTestFinished(() => old.destroy())
  const before = Object.entries(migrations('postgres')).filter(([name]) => name < '063')
  await migrate(old, Object.fromEntries(before))
  const open = async () => {
    const log = pino({ level: 'silent' })
    const db = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
    onTestFinished(() => db.close())
    return db
  }
  return { old, open }
}

async function indexes(store: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${[...olderIndexes]}::text[]) as names (name)
    where to_regclass(name) is not null`.execute(store)
  return rows.map(({ name }) => name)
}

const parts = async (store: Kysely<Schema>, table: string) =>
  (await sql`select from pg_inherits where inhparent = to_regclass(${table})`.execute(store)).rows
    .length

test('a store without mail has no index of older words', async () => {
  const { old, open } = await olderStore()
  expect(await indexes(old)).toEqual(['mail_words_by_window'])
  const db = await open()
  expect(await indexes(db.sql)).toEqual([])
  expect(await db.sql.selectFrom('leases').selectAll().execute()).toEqual([])
  expect(db.words?.hasOlder()).toBe(false)
  for (const table of ['mails', 'new_words', 'word_indexes', 'word_blocks']) {
    expect(await parts(db.sql, table), table).toBe(2)
  }
})

test('a store with mail keeps its index for a day, while others go on reading and writing', async () => {
  const { old, open } = await olderStore()
  await sql`insert into mail_words (mail_id, word_list) values (1, ' /7 word ')`.execute(old)
  // As a search or a backup that takes long.
  const opened = await old.transaction().execute(async (tx) => {
    await sql`select from mail_words, mails`.execute(tx)
    const db = await open()
    return { db }
  })
  const { db } = opened
  expect(await indexes(db.sql)).toEqual(['mail_words_by_window'])
  const lease = await db.sql
    .selectFrom('leases')
    .select('ends_at')
    .where('name', '=', keptForOthers)
    .executeTakeFirstOrThrow()
  expect(Math.abs(lease.ends_at - Date.now() - dayMs)).toBeLessThan(60_000)
  expect(db.words?.hasOlder()).toBe(true)
})
