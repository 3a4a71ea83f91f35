import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase } from '../../../../test/databases.ts'
import { insertTeam, mailBatch } from '../../../../test/store-rows.ts'
import type { Database } from '../../database.ts'
import { migrate } from '../../migrate.ts'
import { migrations } from '../../migrations/migrations.ts'
import { openDatabase } from '../../open-database.ts'
import type { Schema } from '../../schema.ts'
import { becomeRanges, boundTables } from './first-range.ts'
import { addRange, listRanges, tableNames } from './range-tables.ts'

const width = 2 ** 20
const mailsBefore = 500

/** A store with mail, of the version before there were ranges. */
async function olderStore() {
  const { url, drop } = await createPostgresDatabase('template0')
  onTestFinished(drop)
  const pool = new Pool({ connectionString: url, max: 3 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const old = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  onTestFinished(() => old.destroy())
  const before = Object.entries(migrations('postgres')).filter(([name]) => name < '058')
  await migrate(old, Object.fromEntries(before))
  const { teamId } = await insertTeam(
    { ...nothing, transaction: (work) => old.transaction().execute((tx) => work(tx, () => {})) },
    'ann',
  )
  await fill(old, teamId)
  const open = async () => {
    const log = pino({ level: 'silent' })
    const db = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
    onTestFinished(() => db.close())
    if (db.ranges === null) throw new Error('Postgres has ranges')
    return { db, ranges: db.ranges }
  }
  return { old, teamId, open }
}

const nothing = {} as Database

async function fill(old: Kysely<Schema>, teamId: number) {
  await sql`
    insert into mails (id, team_id, received_at, subject, from_name, from_address, recipients,
      envelope_from, envelope_to, attachment_count, size)
    select nextval('mail_ids'), ${sql.lit(teamId)}, n, 'Order', 'Shop', 'a@shop.test', '[]', '', '[]', 0, 100
    from generate_series(1, ${sql.lit(mailsBefore)}) as numbers (n)`.execute(old)
  await sql`insert into mail_sources select id, team_id, 'x' from mails`.execute(old)
  await sql`insert into mail_words select id, 'word' from mails`.execute(old)
  await sql`insert into mail_transcripts select id, 'QUIT' from mails`.execute(old)
}

const wordTables = ['new_words', 'word_indexes', 'word_blocks']

const rowsOf = async (store: Kysely<Schema>, table: string) =>
  (await sql`select from ${sql.table(table)}`.execute(store)).rows.length

/** The files of tables: another file is another copy of the rows. */
async function filesOf(store: Kysely<Schema>, suffix: string) {
  const { rows } = await sql<{ file: string }>`
    select pg_relation_filenode(name::text::regclass) as file
    from unnest(${tableNames.map((name) => name + suffix)}::text[]) as names (name)`.execute(store)
  return rows.map(({ file }) => file)
}

async function definitionsOf(store: Kysely<Schema>, tables = tableNames) {
  const { rows } = await sql<{ definition: string }>`
    select replace(pg_get_indexdef(indexrelid), ' ONLY ', ' ') as definition from pg_index
    where indrelid = any(${tables}::regclass[])
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where conrelid = any(${tables}::regclass[])
    union all select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = any(${tables}::regclass[]) and not tgisinternal
    union all select attrelid::regclass || ' ' || attname || ' ' || attstorage::text from pg_attribute
    where attrelid = any(${tables}::regclass[])
    order by 1`.execute(store)
  return rows.map(({ definition }) => definition)
}

const inRanges = [
  { from: 0, to: 2 * width, state: 'closed' },
  { from: 2 * width, to: 3 * width, state: 'filling' },
  { from: 3 * width, to: 4 * width, state: 'ahead' },
]

test('tables with mail become the first range as they are, and new mail goes to the next', async () => {
  const { old, teamId, open } = await olderStore()
  const files = await filesOf(old, '')
  const { db, ranges } = await open()
  expect(await ranges.list()).toEqual([])
  const definitions = await definitionsOf(db.sql)

  await ranges.prepare()
  await ranges.prepare()
  expect(await ranges.list()).toEqual(inRanges)
  expect(await filesOf(old, `_below_${2 * width}`)).toEqual(files)
  expect(await definitionsOf(db.sql)).toEqual(definitions)
  const [id = 0] = await db.nextIds('mails', 1)
  expect(id).toBe(2 * width)
  await db.write(mailBatch(id, teamId, Buffer.from('x')))
  for (const table of ['mails', 'mail_sources', 'mail_words']) {
    expect(await rowsOf(db.sql, table), table).toBe(mailsBefore + 1)
  }
  // A process that took ids before writes its mail to the table from before.
  await db.write(mailBatch(mailsBefore + 100, teamId, Buffer.from('x')))
  await db.sql.deleteFrom('mails').execute()
  for (const table of tableNames) expect(await rowsOf(db.sql, table), table).toBe(0)
})

test.each([
  ['the tables say which ids they hold', ['bound']],
  ['some of that was checked', ['bound', 'check one']],
  ['all of that was checked', ['bound', 'check one', 'check all']],
  ['the tables were made ranges', ['bound', 'check one', 'check all', 'ranges']],
])('what was interrupted after %s is finished by another process', async (_, steps) => {
  const { old, teamId, open } = await olderStore()
  await (await open()).db.close()
  const check = (table: string) =>
    sql.raw(`alter table ${table} validate constraint ${table}_end`).execute(old)
  const does: Record<string, () => Promise<unknown>> = {
    bound: () => old.transaction().execute(boundTables),
    'check one': () => check('mails'),
    'check all': () => Promise.all(tableNames.slice(1).map(check)),
    ranges: () => old.transaction().execute(becomeRanges),
  }
  for (const step of steps) await does[step]?.()
  const { db, ranges } = await open()
  const [before = 0] = await db.nextIds('mails', 1)
  await db.write(mailBatch(before, teamId, Buffer.from('x')))
  await ranges.prepare()
  expect(await ranges.list()).toEqual(inRanges)
  expect(await rowsOf(db.sql, 'mails')).toBe(mailsBefore + 1)
  expect(await rowsOf(db.sql, 'mail_words')).toBe(mailsBefore + 1)
})

test('a process that is killed while it makes ranges leaves the tables as they were', async () => {
  const { old, teamId, open } = await olderStore()
  const { db, ranges } = await open()
  await old.transaction().execute(boundTables)
  const killed = old.transaction().execute(async (tx) => {
    await becomeRanges(tx)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })
  await expect(killed).rejects.toThrow(/terminat/)
  expect(await ranges.list()).toEqual([])
  await db.write(mailBatch(mailsBefore + 1, teamId, Buffer.from('x')))
  await sql`select setval('mail_ids', ${mailsBefore + 1})`.execute(db.sql)
  await ranges.prepare()
  expect(await ranges.list()).toEqual(inRanges)
  expect(await rowsOf(db.sql, 'mails')).toBe(mailsBefore + 1)
})

test('a bound that mail has come near is moved', async () => {
  const { old, teamId, open } = await olderStore()
  const { db, ranges } = await open()
  await old.transaction().execute(boundTables)
  await sql`select setval('mail_ids', ${2 * width - 10})`.execute(db.sql)
  await ranges.prepare()
  expect((await ranges.list())[0]).toEqual({ from: 0, to: 3 * width, state: 'closed' })
  await db.write(mailBatch(2 * width + 10, teamId, Buffer.from('x')))
  expect(await rowsOf(db.sql, 'mails')).toBe(mailsBefore + 1)
})

test('while others hold the tables mail is caught, and the next try makes the ranges', async () => {
  const { old, teamId, open } = await olderStore()
  const { db, ranges } = await open()
  let caught = mailsBefore
  await old.transaction().execute(async (tx) => {
    await sql`select from mails limit 1`.execute(tx)
    const preparing = ranges.prepare()
    for (let batch = 0; batch < 5; batch += 1) {
      const [id = 0] = await db.nextIds('mails', 1)
      await db.write(mailBatch(id, teamId, Buffer.from('x')))
      caught += 1
    }
    await preparing
    expect(await ranges.list()).toEqual([])
  })
  await Promise.all([ranges.prepare(), (await open()).ranges.prepare()])
  await ranges.prepare()
  expect(await ranges.list()).toEqual(inRanges)
  expect(await rowsOf(db.sql, 'mails')).toBe(caught)
})

test('while an index is made or a table is checked, nobody waits for who makes the ranges', async () => {
  const { old, open } = await olderStore()
  const { db, ranges } = await open()
  const { preparing } = await old.transaction().execute(async (tx) => {
    await sql`lock table mail_words in share update exclusive mode`.execute(tx)
    const preparing = ranges.prepare()
    const asked: unknown[] = []
    for (let look = 0; look < 30; look += 1) {
      const { rows } = await sql<{ mode: string }>`select mode from pg_locks
        where relation = 'mails'::regclass and mode = 'AccessExclusiveLock'`.execute(db.sql)
      asked.push(...rows)
      await pause(20)
    }
    expect(asked).toEqual([])
    return { preparing }
  })
  await preparing
  await ranges.prepare()
  expect(await ranges.list()).toEqual(inRanges)
})

test('the tables of words get the ranges of mail, with what they hold', async () => {
  const { old, open } = await olderStore()
  const { db, ranges } = await open()
  const newWords = { mail_ids: [7], bytes: 1, words: Buffer.from('x') }
  const add = (team_id: number, first_mail: number) =>
    db.sql
      .insertInto('new_words')
      .values({ ...newWords, team_id, first_mail })
      .execute()
  await add(1, 7)
  const definitions = await definitionsOf(db.sql, wordTables)
  await ranges.prepare()
  await add(2, 3 * width)
  // By a process of a version before, which does not know them.
  await old.transaction().execute((tx) => addRange(tx, { from: 4 * width, to: 5 * width }))
  await ranges.prepare()
  await add(3, 4 * width)
  for (const table of wordTables) {
    const parts = await listRanges(db.sql, table)
    expect(parts.map(({ to }) => to)).toEqual([2, 3, 4, 5].map((end) => end * width))
  }
  expect(await definitionsOf(db.sql, wordTables)).toEqual(definitions)
  const words = await db.sql.selectFrom('new_words').selectAll().orderBy('team_id').execute()
  expect(words).toMatchObject([
    { team_id: 1, ...newWords },
    { team_id: 2, first_mail: 3 * width },
    { team_id: 3, first_mail: 4 * width },
  ])
})

test('tables of words that a process of a version before left alone get the ranges of mail', async () => {
  const { old, teamId, open } = await olderStore()
  const { db, ranges } = await open()
  const words = { team_id: teamId, mail_ids: [7], bytes: 1, words: Buffer.from('x') }
  await sql`alter table word_blocks rename to unknown`.execute(old)
  await sql`alter table new_words rename to unknown_too`.execute(old)
  await ranges.prepare()
  await sql`alter table unknown rename to word_blocks`.execute(old)
  await sql`alter table unknown_too rename to new_words`.execute(old)
  for (const first_mail of [7, 2 * width + 7]) {
    await db.sql
      .insertInto('new_words')
      .values({ ...words, first_mail })
      .execute()
  }
  await ranges.prepare()
  for (const table of wordTables) {
    expect(await listRanges(db.sql, table)).toHaveLength(3)
  }
  for (const part of [`new_words_below_${2 * width}`, `new_words_below_${3 * width}`]) {
    expect(await rowsOf(db.sql, part)).toBe(1)
  }
})
