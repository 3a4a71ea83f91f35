import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase } from '../../../test/databases.ts'
import { migrate } from '../migrate.ts'
import type { Schema } from '../schema.ts'
import { migrations } from './migrations.ts'

test('an upgrade lets mail be caught while it waits for a backup of the tables', async () => {
  const { url, drop } = await createPostgresDatabase('template0')
  onTestFinished(drop)
  const pool = new Pool({ connectionString: url, max: 4 })
  const store = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  onTestFinished(() => store.destroy())
  const all = migrations('postgres')
  const before = Object.entries(all).filter(([name]) => name < '056')
  await migrate(store, Object.fromEntries(before))

  const dump = await pool.connect()
  await dump.query('begin')
  // As pg_dump does.
  await dump.query('lock table mails, mail_words in access share mode')
  let isDone = false
  const upgrade = migrate(store, all).then(() => (isDone = true))
  for (let turn = 0; turn < 4; turn += 1) {
    await isWaiting(store)
    // It would wait for the end of the dump behind an upgrade that waits for it.
    await sql`delete from mails where id = -1`.execute(store)
  }
  expect(isDone).toBe(false)

  await dump.query('commit')
  dump.release()
  await upgrade
  expect(await sql`select from mails`.execute(store)).toMatchObject({ rows: [] })
})

/** Resolves when somebody waits for a lock that excludes all others. */
async function isWaiting(store: Kysely<Schema>): Promise<void> {
  const waiting = sql`select from pg_locks where mode = 'AccessExclusiveLock' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  while ((await waiting.execute(store)).rows.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
