import { DatabaseSync } from 'node:sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import type * as Databases from '../../src/db/open-database.ts'
import type * as Events from '../../src/events.ts'
import type * as Intakes from '../../src/features/mails/catch/mail-intake.ts'
import type * as Searches from '../../src/features/mails/find/search-store.ts'
import type { IncomingMail } from '../../src/features/mails/catch/mail-intake.ts'
import type * as Factories from '../support/factories.ts'

/**
 * Catches the mails that its parent hands over, in an empty store, with the code of the checkout `root`.
 * When it is asked for the sizes, it writes what is still owed and answers with the bytes of each table and index,
 * and those of the write-ahead log.
 */
type Job = { root: string; dataDir: string; databaseUrl: string | null }
type Request = { mails: Omit<IncomingMail, 'teamId'>[] } | 'sizes'
type Sizes = { wal: number; packedSources: number; bytes: Record<string, number> }

const { root, dataDir, databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as Job
const load = (path: string) => import(join(root, 'packages/server', path))
const { openDatabase } = (await load('src/db/open-database.ts')) as typeof Databases
const { createEvents } = (await load('src/events.ts')) as typeof Events
const { createIntake } = (await load('src/features/mails/catch/mail-intake.ts')) as typeof Intakes
const { mergeWords } = (await load('src/features/mails/find/search-store.ts')) as typeof Searches
const { insertVerifiedTeam } = (await load('test/support/factories.ts')) as typeof Factories

const db = await openDatabase({
  dataDir,
  log: pino({ level: 'silent' }),
  ...(databaseUrl !== null && { databaseUrl }),
})
const teamId = await insertVerifiedTeam(db, 1)
const events = createEvents((error) => {
  throw error
})
const intake = createIntake({ db, events })
const processorBefore = process.cpuUsage()
const { read, before } = databaseUrl === null ? ofSqlite() : await ofPostgres(databaseUrl)

process.on('message', (request: Request) => void answer(request).then((it) => process.send?.(it)))
process.on('disconnect', () => void db.close())
process.send?.('ready')

async function answer(request: Request): Promise<unknown> {
  if (request === 'sizes') {
    await db.wordsSettled()
    for (const task of db.tasks) await task.work()
    const { user, system } = process.cpuUsage(processorBefore)
    return { ...(await read(before)), processorMs: (user + system) / 1_000 }
  }
  await Promise.all(request.mails.map((mail) => intake.receive({ teamId, ...mail })))
  return 'written'
}

async function packedBytes(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(length(source)) as bytes from mail_sources`.execute(db.sql)
  return Number(rows[0]?.bytes)
}

/** A reader keeps SQLite from writing its log from the beginning again, so that the file has all that was written. */
function ofSqlite() {
  const file = join(dataDir, 'mailstop.sqlite')
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('begin')
  reader.prepare('select count(*) from mails').get()
  const before = statSync(`${file}-wal`).size
  async function read(from: number): Promise<Sizes> {
    const wal = statSync(`${file}-wal`).size - from
    while (await mergeWords(db));
    reader.exec('commit')
    const rows = reader
      .prepare('select name, sum(pgsize) as bytes from dbstat group by name')
      .all() as { name: string; bytes: number }[]
    const packedSources = await packedBytes()
    return {
      wal,
      packedSources,
      bytes: Object.fromEntries(rows.map((row) => [row.name, row.bytes])),
    }
  }
  return { read, before }
}

async function ofPostgres(connectionString: string) {
  const client = new Client({ connectionString })
  await client.connect()
  async function position(): Promise<number> {
    const { rows } = await client.query<{ at: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as at`,
    )
    return Number(rows[0]?.at)
  }
  async function read(from: number): Promise<Sizes> {
    const wal = (await position()) - from
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ name: string; bytes: string }>(`
      select c.relname as name, pg_relation_size(c.oid) as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'i')
      union all
      select owner.relname || ' (toast)', pg_total_relation_size(owner.reltoastrelid)
      from pg_class owner join pg_namespace n on n.oid = owner.relnamespace
      where n.nspname = 'public' and owner.relkind = 'r' and owner.reltoastrelid <> 0`)
    const bytes = Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]))
    await client.end()
    return { wal, packedSources: await packedBytes(), bytes }
  }
  return { read, before: await position() }
}
