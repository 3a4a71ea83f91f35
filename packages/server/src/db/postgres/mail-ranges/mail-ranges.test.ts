import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newPostgres } from '../../../../test/support/databases.ts'
import { reindexAll } from '../../../../test/searching/reindex-all.ts'
import { insertTeam, mailBatch, newMail } from '../../../../test/support/store-rows.ts'
import type { Database } from '../../database.ts'
import { openDatabase } from '../../open-database.ts'
import { isRowRefused } from '../../store-faults.ts'

const width = 2 ** 20
const keep = (condition: string, mostKept = 0) => ({
  isKept: sql<boolean>`${sql.raw(condition)}`,
  mostKept,
  count: async () => async () => {},
})
const nothing = keep('false')
const log = pino({ level: 'silent' })
const source = Buffer.from('x')

async function store() {
  const url = await newPostgres()
  const open = async () => {
    const db = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
    onTestFinished(() => db.close())
    return { db, ranges: db.ranges }
  }
  const { db, ranges } = await open()
  const { teamId } = await insertTeam(db, 'ann')
  async function write(...ids: number[]) {
    const steps = ids.flatMap((id) => mailBatch(id, teamId, source, `word${id}`))
    const index = steps.flatMap((step) => ('index' in step ? step.index : []))
    await db.write([...steps.filter((step) => !('index' in step)), { index }])
  }
  const ids = async () => {
    const rows = await db.sql.selectFrom('mails').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  return { db, ranges, open, url, teamId, write, ids }
}

async function client(url: string): Promise<Client> {
  const connection = new Client({ connectionString: url })
  await connection.connect()
  onTestFinished(() => connection.end())
  return connection
}

test('a new store has a range for its first mails and one ahead', async () => {
  const { ranges } = await store()
  expect(await ranges.list()).toEqual([
    { from: 0, to: width, state: 'filling' },
    { from: width, to: 2 * width, state: 'ahead' },
  ])
})

test('mail goes on to the next range, which is made before', async () => {
  const { db, ranges, write, ids } = await store()
  await write(1)
  await sql`select setval('mail_ids', ${width - 1})`.execute(db.sql)
  await ranges.prepare()
  const [id = 0] = await db.nextIds('mails', 1)
  await write(id)
  await ranges.prepare()
  expect(await ids()).toEqual([1, width])
  expect((await ranges.list()).map(({ state }) => state)).toEqual(['closed', 'filling', 'ahead'])
})

test('mail that no range is ready for makes its range', async () => {
  const { db, ranges, write, ids } = await store()
  // The sequence was set by hand, and no worker made ranges for a long time.
  await sql`select setval('mail_ids', ${9 * width})`.execute(db.sql)
  const made = await db.nextIds('mails', 2)
  await Promise.all(made.map((id) => write(id)))
  expect(await ids()).toEqual(made)
  expect((await ranges.list()).at(-1)).toEqual({
    from: 2 * width,
    to: 10 * width,
    state: 'filling',
  })
})

test('mail of a range that is gone is refused, as a row that the store does not take', async () => {
  const { db, ranges, write, ids } = await store()
  const [first = { from: 0, to: 0 }] = await ranges.list()
  await ranges.close(first)
  expect(await ranges.remove(first)).toBe(true)
  await expect(write(7)).rejects.toSatisfy(isRowRefused)
  const [id = 0] = await db.nextIds('mails', 1)
  await write(id)
  expect(await ids()).toEqual([width])
})

test('a range with mail is not removed', async () => {
  const { ranges, write, ids } = await store()
  await write(1)
  const [first = { from: 0, to: 0 }] = await ranges.list()
  await ranges.close(first)
  expect(await ranges.remove(first)).toBe(false)
  expect(await ids()).toEqual([1])
})

test('a range is not removed with mail that is committed while its tables are waited for', async () => {
  const { db, ranges, teamId, ids } = await store()
  const [first = { from: 0, to: 0 }] = await ranges.list()
  await ranges.close(first)
  const removed = await db.transaction(async (tx) => {
    await tx.insertInto('mails').values(newMail(5, teamId)).execute()
    const removing = ranges.remove(first)
    await waiting(db)
    return { removing }
  })
  expect(await removed.removing).toBe(false)
  expect(await ids()).toEqual([5])
})

/** Resolves when a connection waits for a lock. */
async function waiting(db: Database): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
      db.sql,
    )
    expect(rows).not.toEqual([])
  })
}

test('ids that are nearly in the next range get there by themselves', async () => {
  const { db, ranges } = await store()
  const [first = { from: 0, to: 0 }] = await ranges.list()
  await sql`select setval('mail_ids', ${width - 3})`.execute(db.sql)
  // Others may take ids between the look at the last one and the next.
  await ranges.close(first)
  expect(await db.nextIds('mails', 1)).toEqual([width - 2])
})

test('no id is given twice when two processes close a range at once', async () => {
  const { db, ranges, open } = await store()
  const other = await open()
  const [first = { from: 0, to: 0 }] = await ranges.list()
  await Promise.all([ranges.close(first), other.ranges.close(first)])
  const given = await db.nextIds('mails', 3)
  await other.ranges.close(first)
  expect(await db.nextIds('mails', 1)).toEqual([(given.at(-1) ?? 0) + 1])
})

test('while somebody reads for long, ranges wait, and mail is caught', async () => {
  const { ranges, url, write, ids } = await store()
  await write(1)
  const [first = { from: 0, to: 0 }] = await ranges.list()
  await ranges.close(first)
  const reader = await client(url)
  await reader.query('begin; select from mails')
  const emptied = ranges.empty(first, nothing)
  await write(width + 5)
  expect(await emptied).toBe(false)
  expect(await ids()).toEqual([1, width + 5])
  await reader.query('rollback')
  expect(await ranges.empty(first, nothing)).toBe(true)
  expect(await ids()).toEqual([width + 5])
})

test('what belongs to a mail goes with it, in whichever range it is', async () => {
  const { db, ranges, write, teamId } = await store()
  const [first = { from: 0, to: 0 }] = await ranges.list()
  await ranges.close(first)
  const mail_ids = [3, width + 3]
  for (const id of mail_ids) {
    await write(id)
    await db.sql
      .insertInto('mail_tags')
      .values({ team_id: teamId, mail_id: id, key: 'a', name: 'a' })
      .execute()
    await db.sql.insertInto('mails_to_index').values({ mail_id: id }).execute()
  }
  await db.sql.deleteFrom('mails').where('id', 'in', mail_ids).execute()
  for (const table of ['mail_tags', 'mails_to_index', 'mail_sources'] as const) {
    const { rows } = await sql`select from ${sql.table(table)}`.execute(db.sql)
    expect(rows, table).toEqual([])
  }
})

test('a range of which more must stay than can be written again is left as it is', async () => {
  const { ranges, write, ids } = await store()
  for (const id of [1, 2, 3]) await write(id)
  const [first = { from: 0, to: 0 }] = await ranges.list()
  expect(await ranges.empty(first, keep('mails.id < 3', 1))).toBe(false)
  expect(await ids()).toEqual([1, 2, 3])
  expect(await ranges.empty(first, keep('mails.id < 3', 2))).toBe(true)
  expect(await ids()).toEqual([1, 2])
})

/** The ids of mails that have words. */
async function withWords({ sql: store }: Database): Promise<number[]> {
  const rows = await store.selectFrom('new_words').select('mail_ids').execute()
  return rows.flatMap(({ mail_ids }) => mail_ids).toSorted((one, other) => one - other)
}

test('mail that stays when its range is emptied gets its words again, as does mail of its batch in the next range', async () => {
  const { db, ranges, write } = await store()
  const [first = { from: 0, to: 0 }] = await ranges.list()
  let awaited = 0
  db.onWordsMissed(async () => {
    awaited += 1
    return true
  })
  expect(awaited).toBe(1)
  await write(4, 5)
  await write(width - 1, width + 3)
  await write(width + 4)
  await ranges.close(first)
  expect(await ranges.empty(first, keep('mails.id = 5', 1))).toBe(true)
  expect(awaited).toBe(2)
  expect(await withWords(db)).toEqual([width + 4])
  await reindexAll(db)
  expect(await withWords(db)).toEqual([5, width + 3, width + 4])
  for (const table of ['word_indexes', 'word_blocks'] as const) {
    expect((await db.sql.selectFrom(table).selectAll().execute()).length).toBe(0)
  }
})

test('the words of a range go with it, and mail of its last batch in the next range gets its words again', async () => {
  const { db, ranges, write, teamId } = await store()
  const [first = { from: 0, to: 0 }] = await ranges.list()
  await write(width - 1, width + 3)
  await db.sql
    .insertInto('word_indexes')
    .values({
      team_id: teamId,
      first_mail: 7,
      last_mail: 8,
      mails: 2,
      bytes: 9,
      terms: 1,
      made_at: 0,
      checked_at: 0,
      directory: source,
    })
    .execute()
  await ranges.close(first)
  await db.sql.deleteFrom('mails').where('id', '<', width).execute()
  expect(await ranges.remove(first)).toBe(true)
  expect(await withWords(db)).toEqual([])
  expect(await db.sql.selectFrom('word_indexes').selectAll().execute()).toEqual([])
  await reindexAll(db)
  expect(await withWords(db)).toEqual([width + 3])
})
