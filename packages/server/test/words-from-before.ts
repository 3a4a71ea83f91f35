import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Database } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { keptForOthers } from '../src/db/postgres/words-from-before.ts'
import { createPostgresDatabase } from './databases.ts'

export const indexOfWindows =
  'mail_words_by_window on mail_words using gin (word_lexemes(mail_id, words, word_list))'

/** A Postgres as migration 063 leaves one with mail: for a day, mail is written as a version before finds it. */
export async function storeFromBefore(indexes = [indexOfWindows]) {
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  async function open(): Promise<Database> {
    const log = pino({ level: 'silent' })
    const db = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
    onTestFinished(() => db.close())
    return db
  }
  const fresh = await open()
  for (const index of indexes) await sql.raw(`create index ${index}`).execute(fresh.longReads)
  await fresh.sql
    .insertInto('leases')
    .values({ name: keptForOthers, holder: '063', ends_at: Number.MAX_SAFE_INTEGER })
    .execute()
  await fresh.close()
  return { url, open, db: await open() }
}

/** A process that is started then writes mail as it is written now. */
export async function endDay({ sql: store }: Database): Promise<void> {
  await store.updateTable('leases').set({ ends_at: 1 }).where('name', '=', keptForOthers).execute()
}
