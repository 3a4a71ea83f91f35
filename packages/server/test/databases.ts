import { mkdtemp, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, describe, inject } from 'vitest'
import { caughtMailSubscribers as subscribers } from '../src/caught-mail-subscribers.ts'
import type { Database } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open-database.ts'

/** Opens a fresh, migrated database of one dialect; it is closed and removed after the test. */
export type OpenDatabase = () => Promise<Database>

type Undo = () => Promise<unknown>
type Open = (undo: (work: Undo) => void) => Promise<Database>

/** One suite, run on every kind of database the product supports. */
export function describeEachDatabase(name: string, suite: (open: OpenDatabase) => void): void {
  describe.each([
    { dialect: 'SQLite', open: openSqlite },
    { dialect: 'Postgres', open: openPostgres },
  ])(`${name} on $dialect`, ({ open }) => {
    suite(undoneAfterEach(open))
  })
}

function undoneAfterEach(open: Open): OpenDatabase {
  const undos: Undo[] = []
  afterEach(async () => {
    for (const undo of undos.splice(0).toReversed()) await undo()
  })
  return () => open((work) => undos.push(work))
}

const log = pino({ level: 'silent' })

async function openSqlite(undo: (work: Undo) => void): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-store-'))
  undo(() => rm(dataDir, { recursive: true }))
  const database = await openDatabase({ dataDir, log, subscribers, readers: 1 })
  undo(() => database.close())
  return database
}

async function openPostgres(undo: (work: Undo) => void): Promise<Database> {
  const { url, drop } = await createPostgresDatabase(await migratedTemplate())
  undo(drop)
  const database = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log, subscribers })
  undo(() => database.close())
  return database
}

/** An empty database, or a copy of `template`, on the server of this run. */
export async function createPostgresDatabase(
  template = 'template0',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer((client) => client.query(`create database ${name} template ${template}`))
  return {
    url: urlOf(name),
    drop: async () => {
      await onServer((client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

const template = 'migrated'
let madeTemplate: Promise<string> | undefined

/** Copying a migrated database is quicker than migrating; the first test file of the run makes it. */
function migratedTemplate(): Promise<string> {
  madeTemplate ??= onServer(async (client) => {
    // Held until the connection ends, so that other test files wait.
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`)
    const found = await client.query('select from pg_database where datname = $1', [template])
    if (found.rowCount === 0) {
      const draft = `${template}_draft`
      await client.query(`drop database if exists ${draft} with (force)`)
      await client.query(`create database ${draft} template template0`)
      const database = await openDatabase({ dataDir: tmpdir(), databaseUrl: urlOf(draft), log })
      await database.close()
      await client.query(`alter database ${draft} rename to ${template}`)
    }
    return template
  })
  return madeTemplate
}

function urlOf(name: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

async function onServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
