import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase } from '../../../test/databases.ts'
import { insertTeam, newMail } from '../../../test/store-rows.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { followOlderIndexes } from './older-indexes.ts'
import { createWordIndexing, wordIndex } from './word-index.ts'

const mails = 300
const dayMs = 24 * 60 * 60_000

/** A store as versions before left it: with mail, without ranges, and with their indexes. */
async function olderStore() {
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  const open = () =>
    openDatabase({ dataDir: tmpdir(), databaseUrl: url, log: pino({ level: 'silent' }) })
  const fresh = await open()
  await run(fresh, 'create table older (like mail_words, primary key (mail_id))')
  await run(fresh, 'drop table mail_words')
  await run(fresh, 'alter table older rename to mail_words')
  await run(fresh, 'create index mail_words_by_word on mail_words using gin (words)')
  await run(
    fresh,
    'create index mail_words_by_lexeme on mail_words using gin (mail_lexemes(mail_id, words))',
  )
  await fresh.close()
  const db = await open()
  onTestFinished(() => db.close())
  const { teamId } = await insertTeam(db, 'ann')
  const ids = await db.nextIds('mails', mails)
  const texts = { facts: '', sender: '', recipients: '', subject: 'red', body: 'green' }
  await db.write([
    { insert: 'mails', rows: ids.map((id) => newMail(id, teamId)) },
    {
      index: ids.map((id) => ({ mail_id: id, team_id: teamId, ...texts })),
    },
  ])
  return db
}

const run = (db: Database, statement: string) => sql.raw(statement).execute(db.longReads)

async function indexes(db: Database): Promise<Record<string, boolean>> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select indexrelid::regclass::text as name, indisvalid as valid from pg_index
    where pg_get_indexdef(indexrelid) like '%using gin%' or pg_get_indexdef(indexrelid) like '%USING gin%'
    order by 1`.execute(db.sql)
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]))
}

const all = { mail_words_by_lexeme: true, mail_words_by_window: true, mail_words_by_word: true }

test('indexes from before stay for a day, and mail is written for those who ask them', async () => {
  const db = await olderStore()
  let now = 5
  const indexing = createWordIndexing(db.longReads, () => now)
  await indexing.make()
  now += dayMs - 1
  await indexing.make()
  expect(await indexes(db)).toEqual(all)
  now += 1
  await indexing.make()
  await indexing.make()
  expect(await indexes(db)).toEqual({ mail_words_by_window: true })
  const { rows } = await sql`select from mail_words where words is not null`.execute(db.sql)
  expect(rows.length).toBe(mails)
  const form = await followOlderIndexes(db.longReads)
  form.stop()
  expect(form.withTsvector).toBe(false)
})

test('they stay for that day too where the process that made the new one ended then', async () => {
  const db = await olderStore()
  await run(
    db,
    `create index ${wordIndex} on mail_words using gin (word_lexemes(mail_id, words, word_list))`,
  )
  const indexing = createWordIndexing(db.longReads, () => 0)
  await indexing.make()
  await indexing.make()
  expect(await indexes(db)).toEqual(all)
})

test('a limit of the server for statements does not end the making of the index', async () => {
  const db = await olderStore()
  const limited = db.longReads.connection()
  await limited.execute(async (session) => {
    await sql`set statement_timeout = 300`.execute(session)
    // It waits until those are done who wrote to the table before.
    const { made } = await db.transaction(async (tx) => {
      await sql`lock table mail_words in row exclusive mode`.execute(tx)
      const made = createWordIndexing(session, () => 0).make()
      await pause(600)
      return { made }
    })
    await made
  })
  expect(await indexes(db)).toEqual(all)
})

test('an index that was left unfinished is made again', async () => {
  const db = await olderStore()
  await run(
    db,
    `create index ${wordIndex} on mail_words using gin (word_lexemes(mail_id, words, word_list)) where false`,
  )
  await sql`update pg_index set indisvalid = false
    where indexrelid = to_regclass(${wordIndex})`.execute(db.longReads)
  await createWordIndexing(db.longReads, () => 0).make()
  expect(await indexes(db)).toEqual(all)
})

test('a table of ranges gets an index for each of them', async () => {
  const db = await olderStore()
  const parts = ['mail_words_below_100', 'mail_words_below_1048576']
  await run(db, `alter table mail_words rename to ${parts[1]}`)
  // Made by a process that ended before it made the one of the whole table.
  await run(db, 'alter index mail_words_by_lexeme rename to mail_words_by_lexeme_below_1048576')
  await run(db, `alter index mail_words_by_word rename to mail_words_by_word_below_1048576`)
  await run(
    db,
    `create table mail_words (mail_id bigint not null, words tsvector, word_list text)
    partition by range (mail_id)`,
  )
  await run(db, 'create index mail_words_by_word on mail_words using gin (words)')
  await run(db, `create table ${parts[0]} (like mail_words including all)`)
  await run(db, `insert into ${parts[0]} select * from ${parts[1]} where mail_id < 100`)
  await run(db, `delete from ${parts[1]} where mail_id < 100`)
  await run(
    db,
    `alter table mail_words attach partition ${parts[0]}
    for values from (minvalue) to (100)`,
  )
  await run(
    db,
    `alter table mail_words attach partition ${parts[1]}
    for values from (100) to (1048576)`,
  )
  let now = 0
  const indexing = createWordIndexing(db.longReads, () => now)
  await indexing.make()
  expect(await indexes(db)).toMatchObject({
    mail_words_by_lexeme_below_1048576: true,
    mail_words_by_window: true,
    mail_words_by_word: true,
    mail_words_by_window_below_100: true,
    mail_words_by_window_below_1048576: true,
  })
  now = dayMs
  await indexing.make()
  expect(Object.keys(await indexes(db))).toEqual([
    wordIndex,
    'mail_words_by_window_below_100',
    'mail_words_by_window_below_1048576',
  ])
})
