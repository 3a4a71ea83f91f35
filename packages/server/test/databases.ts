import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, describe, inject } from 'vitest'
import { caughtMailSubscribers as subscribers } from '../src/app/caught-mail-subscribers.ts'
import type { Database } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { copyDatabase, migratedDatabase, sqliteFile, urlOfDatabase } from './migrated-databases.ts'

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
  await copyMigratedSqlite(dataDir)
  const database = await openDatabase({ dataDir, log, subscribers, readers: 1 })
  undo(() => database.close())
  return database
}

async function openPostgres(undo: (work: Undo) => void): Promise<Database> {
  const { url, drop } = await createPostgresDatabase()
  undo(drop)
  const database = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log, subscribers })
  undo(() => database.close())
  return database
}

/** Puts the file of an empty but migrated SQLite database into a data folder: migrating takes longer. */
export async function copyMigratedSqlite(dataDir: string): Promise<void> {
  await copyFile(inject('migratedSqlite'), join(dataDir, sqliteFile))
}

/** A migrated database without rows on the server of this run; of `template0`, one without tables. */
export async function createPostgresDatabase(
  template = migratedDatabase,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer((client) => copyDatabase(client, template, name))
  return {
    url: urlOfDatabase(inject('postgresUrl'), name),
    drop: async () => {
      await onServer((client) => client.query(`drop database ${name} with (force)`))
    },
  }
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
