import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { newPostgres } from '../../../test/support/databases.ts'
import { startPgBouncer } from '../../../test/support/stores/pgbouncer.ts'
import { insertTeam, mailBatch } from '../../../test/support/store-rows.ts'
import type { Sql } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { storeTrouble } from '../store-faults.ts'
import { startFailure } from '../../config/start-failure.ts'

const log = pino({ level: 'silent' })

async function newDatabase(template?: string): Promise<string> {
  const url = await newPostgres(template)
  return url
}

type Options = Partial<Parameters<typeof openDatabase>[0]>

async function open(options: Options) {
  const database = await openDatabase({ dataDir: tmpdir(), log, ...options })
  onTestFinished(() => database.close())
  return database
}

/** Connects through PgBouncer in transaction mode, to a database without tables. */
async function openPooled(options: Options = {}) {
  const liveUrl = await newDatabase('template0')
  const databaseUrl = await startPgBouncer(liveUrl)
  return { db: await open({ databaseUrl, liveUrl, ...options }), databaseUrl, liveUrl }
}

async function whyNot(options: Options): Promise<string> {
  const failure: unknown = await open(options).catch((error: unknown) => error)
  return startFailure(failure).join(' ')
}

async function settingsOf(store: Sql) {
  const { rows } = await sql<Record<string, string>>`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(store)
  return rows[0]
}

test('through PgBouncer tables are made, mail is written, and limits hold for each of our statements', async () => {
  const { db } = await openPooled({ readTimeoutMs: 20_000 })
  const { teamId } = await insertTeam(db, 'ann')
  const [id = 0] = await db.nextIds('mails', 1)
  await db.write(mailBatch(id, teamId, Buffer.from('x')))
  const mails = await db.sql.selectFrom('mails').select('id').execute()
  expect(mails).toEqual([{ id }])

  expect(await settingsOf(db.sql)).toEqual({ statement: '20s', idle: '5s' })
  expect(await settingsOf(db.ingest)).toEqual({ statement: '20s', idle: '5s' })
  expect(await db.transaction(settingsOf)).toEqual({ statement: '0', idle: '5s' })
  expect(await settingsOf(db.longReads)).toEqual({ statement: '0', idle: '0' })
})

test('through PgBouncer a slow read ends, and what it was limited to is no limit of others', async () => {
  const { db, databaseUrl } = await openPooled({ readTimeoutMs: 1_000 })
  const slow = sql`select pg_sleep(600)`
  const failures = await Promise.all(
    Array.from({ length: 8 }, () => slow.execute(db.sql).catch(storeTrouble)),
  )
  expect(failures).toEqual(Array(8).fill('too_slow'))
  const other = new Client({ connectionString: databaseUrl })
  await other.connect()
  onTestFinished(() => other.end())
  for (let turn = 0; turn < 8; turn += 1) {
    const { rows } = await other.query('show statement_timeout')
    expect(rows).toEqual([{ statement_timeout: '0' }])
  }
})

test('where the server ends transactions or statements sooner, it still does through PgBouncer', async () => {
  const liveUrl = await newDatabase()
  const owner = new Client({ connectionString: liveUrl })
  await owner.connect()
  for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
    await owner.query(`alter database "${owner.database}" set ${setting} = 3000`)
  }
  await owner.end()
  const db = await open({ databaseUrl: await startPgBouncer(liveUrl), liveUrl })
  expect(await settingsOf(db.sql)).toEqual({ statement: '3s', idle: '3s' })
})

test('a start through PgBouncer alone is refused, and says which variable is missing', async () => {
  const databaseUrl = await startPgBouncer(await newDatabase())
  expect(await whyNot({ databaseUrl })).toMatch(
    /^Live events do not come through DATABASE_URL.* Set DATABASE_LIVE_URL to the URL of Postgres itself/,
  )
})

test('a start is refused when DATABASE_LIVE_URL goes through a pooler or to another database', async () => {
  const direct = await newDatabase()
  const databaseUrl = await startPgBouncer(direct)
  expect(await whyNot({ databaseUrl, liveUrl: databaseUrl })).toMatch(
    /^Live events do not come through DATABASE_LIVE_URL/,
  )
  expect(await whyNot({ databaseUrl, liveUrl: await newDatabase() })).toMatch(
    /^DATABASE_LIVE_URL leads to another database/,
  )
  const gone = new URL(direct)
  gone.pathname = '/nowhere'
  expect(await whyNot({ databaseUrl, liveUrl: gone.href })).toBe(
    'The database of DATABASE_LIVE_URL refuses the connection: database "nowhere" does not exist.',
  )
})

test('a start is refused when a pooler hides that commits are not on disk', async () => {
  const liveUrl = await newDatabase()
  const owner = new Client({ connectionString: liveUrl })
  await owner.connect()
  await owner.query(`alter database "${owner.database}" set synchronous_commit = off`)
  await owner.end()
  const databaseUrl = await startPgBouncer(liveUrl)
  expect(await whyNot({ databaseUrl, liveUrl })).toMatch(/synchronous_commit is off.* alter role /)
})

test('PgBouncer in session mode needs no second URL', async () => {
  const databaseUrl = await startPgBouncer(await newDatabase(), 'session')
  const db = await open({ databaseUrl })
  expect(await settingsOf(db.sql)).toEqual({ statement: '25s', idle: '5s' })
})

test('through PgBouncer an answer comes after the commit, and a failure leaves nothing behind', async () => {
  const { db, liveUrl } = await openPooled()
  const outsider = new Client({ connectionString: liveUrl })
  await outsider.connect()
  onTestFinished(() => outsider.end())
  for (let turn = 0; turn < 20; turn += 1) {
    await sql`select pg_notify('x', '')`.execute(db.ingest)
    const { rows } = await outsider.query(`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`)
    expect(rows).toEqual([{ open: 0 }])
  }
  const failures = [sql`select 1 / 0`, sql`select * from nothing`].map((wrong) =>
    wrong.execute(db.sql).catch(({ code }: { code: string }) => code),
  )
  expect(await Promise.all(failures)).toEqual(['22012', '42P01'])
  expect(await db.sql.selectFrom('users').selectAll().execute()).toEqual([])
})
