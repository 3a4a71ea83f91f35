import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { mailInbox } from '../../../../../test/mail-inbox.ts'
import { reindexAll } from '../../../../../test/reindex-all.ts'
import { endDay, indexOfWindows, storeFromBefore } from '../../../../../test/words-from-before.ts'
import { selectMails } from '../mail-selection.ts'
import { searchMails } from '../search-store.ts'
import type { Database } from '../../../../db/database.ts'
import { followWordsFromBefore } from '../../../../db/postgres/words-from-before.ts'
import { createWordIndexer } from '../../../../db/postgres/words/word-indexer.ts'

const minuteMs = 60_000

/** A worker with a clock, which says for how many mails it asked for words again. */
async function workerOf(db: Database) {
  const fromBefore = await followWordsFromBefore(db.sql)
  onTestFinished(fromBefore.stop)
  let now = Date.now()
  let awaited = 0
  const indexer = createWordIndexer({
    store: db.longReads,
    fromBefore,
    now: () => now,
    onAwaited: () => (awaited += 1),
  })
  onTestFinished(indexer.stop)
  return { ...indexer, fromBefore, pass: (ms: number) => (now += ms), awaited: () => awaited }
}

async function found(db: Database, teamId: number, q: string): Promise<number[]> {
  const selection = selectMails({ filter: 'all', q }, 0)
  const search = 'search' in selection && selection.search
  return search ? searchMails({ ...db, teamId }, search, { limit: 2_000 }) : []
}

const rowsOf = async (db: Database, table: string) =>
  (await sql`select from ${sql.table(table)}`.execute(db.sql)).rows.length

async function ginIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_am on pg_am.oid = relam where amname = 'gin'`.execute(
    db.sql,
  )
  return rows.map(({ name }) => name)
}

/** The words of these mails as they were before migration 062. */
const asTsvector = (db: Database, ids: number[]) =>
  sql`update mail_words set word_list = null,
    words = array_to_tsvector(array[' ' || team_id]) || setweight(to_tsvector('simple', subject), 'C')
    from mails where mails.id = mail_id and id = any(${ids}::bigint[])`.execute(db.sql)

const subjects = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => `bob: ${word} n${at}`)

test('for a day mail is written for those of the version before, and nothing moves', async () => {
  const { db } = await storeFromBefore()
  const { receive, teamId } = await mailInbox(db)
  const ids = await receive(...subjects(10, 'red'))
  const worker = await workerOf(db)
  await worker.work()
  expect(await rowsOf(db, 'mail_words')).toBe(10)
  expect(await rowsOf(db, 'new_words')).toBe(0)
  expect(await found(db, teamId, 'red')).toEqual(ids.toReversed())
})

test('afterwards all words move, the newest first, and their indexes end with the last of them', async () => {
  const { db: before, open } = await storeFromBefore()
  const { receive, teamId } = await mailInbox(before)
  const other = await mailInbox(before)
  const ids: number[] = []
  for (let batch = 0; batch < 3; batch += 1) ids.push(...(await receive(...subjects(200, 'red'))))
  const few = await other.receive(...subjects(20, 'red'))
  const oldest = ids.slice(0, 150)
  await asTsvector(before, oldest)
  await endDay(before)
  const db = await open()
  const { deps } = await mailInbox(db)
  expect(deps.db.words?.hasOlder()).toBe(true)
  const worker = await workerOf(db)

  await worker.work()
  // What has no list waits for its words, some mails at a time, and is found by its older words meanwhile.
  expect(worker.awaited()).toBe(1)
  expect(await rowsOf(db, 'mail_words')).toBe(150)
  expect(await rowsOf(db, 'mails_to_index')).toBe(100)
  expect(await rowsOf(db, 'word_indexes')).toBe(1)
  expect(await found(db, teamId, 'red')).toEqual(ids.toReversed())
  await worker.work()
  expect(await rowsOf(db, 'mails_to_index')).toBe(100)
  await reindexAll(db)
  expect(await rowsOf(db, 'mail_words')).toBe(50)
  await worker.work()
  await reindexAll(db)
  expect(await rowsOf(db, 'mail_words')).toBe(0)
  expect(await ginIndexes(db)).not.toEqual([])

  for (let pass = 0; pass < 7; pass += 1) {
    expect(await found(db, teamId, 'red')).toEqual(ids.toReversed())
    expect(await found(db, other.teamId, 'subject:red')).toEqual(few.toReversed())
    worker.pass(minuteMs)
    await worker.work()
  }
  expect(await ginIndexes(db)).toEqual([])
  expect(await rowsOf(db, 'leases')).toBe(0)
  expect(worker.fromBefore.hasAny()).toBe(false)
  expect((await open()).words?.hasOlder()).toBe(false)
  const inRows = await db.sql.selectFrom('new_words').select('mail_ids').execute()
  const indexed = await db.sql.selectFrom('word_indexes').select('mails').execute()
  const all =
    inRows.flatMap(({ mail_ids }) => mail_ids).length +
    indexed.reduce((sum, { mails }) => sum + mails, 0)
  expect(all).toBe(620)
}, 60_000)

test('mail whose source cannot be read keeps nobody asking for words of before', async () => {
  const { db: before, open } = await storeFromBefore()
  const { receive } = await mailInbox(before)
  const ids = await receive(...subjects(120, 'red'))
  await asTsvector(before, ids)
  await endDay(before)
  const worker = await workerOf(await open())
  for (let pass = 0; pass < 6; pass += 1) {
    await worker.work()
    worker.pass(2 * minuteMs)
  }
  expect(await rowsOf(before, 'mail_words')).toBe(120)
  expect(await rowsOf(before, 'mails_to_index')).toBe(120)
  worker.pass(60 * minuteMs)
  for (let pass = 0; pass < 12; pass += 1) {
    await worker.work()
    worker.pass(2 * minuteMs)
  }
  expect(worker.fromBefore.hasAny()).toBe(false)
  expect(await ginIndexes(before)).toEqual([])
  // As soon as it can be read it is found.
  expect(await rowsOf(before, 'mails_to_index')).toBe(120)
})

test('words that a process of the version before still writes move as well', async () => {
  const { db: before, open } = await storeFromBefore()
  await endDay(before)
  const db = await open()
  const worker = await workerOf(db)
  await worker.work()
  worker.pass(6 * minuteMs)
  await worker.work()
  expect(await ginIndexes(db)).toEqual([])
  const { receive, teamId } = await mailInbox(before)
  const ids = await receive(...subjects(3, 'red'))
  expect(await rowsOf(db, 'mail_words')).toBe(3)
  expect(await found(await open(), teamId, 'red')).toEqual(ids.toReversed())
  worker.pass(minuteMs)
  await worker.work()
  expect(await rowsOf(db, 'mail_words')).toBe(0)
  expect(await found(db, teamId, 'red')).toEqual(ids.toReversed())
})

test('two workers at once, and one that is cut off, move all words once', async () => {
  const { db: before, open } = await storeFromBefore()
  const { receive, teamId } = await mailInbox(before)
  const ids: number[] = []
  for (let batch = 0; batch < 10; batch += 1) ids.push(...(await receive(...subjects(200, 'red'))))
  await endDay(before)
  const workers = []
  for (let process = 0; process < 3; process += 1) workers.push(await workerOf(await open()))
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like '%mail_words%'`
  const working = Promise.allSettled(workers.map(({ work }) => work()))
  await cut.execute(before.sql)
  await working
  for (const worker of workers) {
    worker.pass(2 * minuteMs)
    await worker.work()
  }
  expect(await rowsOf(before, 'mail_words')).toBe(0)
  const db = await open()
  expect(await found(db, teamId, 'red')).toEqual(ids.toReversed())
  const indexed = await db.sql.selectFrom('word_indexes').select('mails').execute()
  expect(indexed.reduce((sum, { mails }) => sum + mails, 0)).toBe(2_000)
}, 60_000)

test('mail that is deleted while its words move leaves none in the old place', async () => {
  const { db: before, open } = await storeFromBefore([
    indexOfWindows,
    'mail_words_by_word on mail_words using gin (words)',
  ])
  const { receive, teamId } = await mailInbox(before)
  const ids = await receive(...subjects(100, 'red'))
  await asTsvector(before, ids.slice(0, 50))
  await endDay(before)
  const db = await open()
  const worker = await workerOf(db)
  await db.sql
    .deleteFrom('mails')
    .where('id', '<=', ids[20] ?? 0)
    .execute()
  await worker.work()
  await db.sql
    .deleteFrom('mails')
    .where('id', '<=', ids[60] ?? 0)
    .execute()
  await reindexAll(db)
  expect(await rowsOf(db, 'mail_words')).toBe(0)
  expect(await rowsOf(db, 'mails_to_index')).toBe(0)
  expect(await found(db, teamId, 'red')).toEqual(ids.slice(61).toReversed())
})
