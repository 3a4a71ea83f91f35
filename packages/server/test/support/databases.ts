import { copyFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { describe, inject, onTestFinished } from 'vitest'
import { caughtMailSubscribers as subscribers } from '../../src/app/caught-mail-subscribers.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import {
  copyDatabase,
  migratedDatabase,
  sqliteFile,
  urlOfDatabase,
} from './stores/migrated-databases.ts'
import { isNightly } from '../nightly.ts'
import { giveBack, learnCreated, letGo, takeSpare } from './stores/pooled-databases.ts'
import { newFolder } from './new-folder.ts'
import { startKeptThread } from './stores/kept-threads.ts'

/** Opens a fresh, migrated database of one dialect; it is closed and removed after the test. */
export type OpenDatabase = () => Promise<Database>

type Suite = (open: OpenDatabase) => void

const databases = [
  { dialect: 'SQLite', open: openSqlite },
  { dialect: 'Postgres', open: () => openPostgres({ subscribers }) },
]

/** One suite, run on every kind of database the product supports. */
export function describeEachDatabase(name: string, suite: Suite, on = databases): void {
  describe.each(on)(`${name} on $dialect`, ({ open }) => {
    suite(open)
  })
}

/**
 * The same for suites that hardly depend on the database: by day on SQLite alone. Locks, races and what a database does
 * in its own way are tried on both each time.
 */
export function describeAlike(name: string, suite: Suite): void {
  describeEachDatabase(name, suite, isNightly ? databases : databases.slice(0, 1))
}

const log = pino({ level: 'silent' })

async function openSqlite(): Promise<Database> {
  const dataDir = newFolder()
  await copyMigratedSqlite(dataDir)
  const database = await openDatabase({
    dataDir,
    log,
    subscribers,
    readers: 1,
    startWorker: startKeptThread,
  })
  onTestFinished(() => database.close())
  return database
}

type Options = { url?: string; subscribers?: readonly string[]; readTimeoutMs?: number }

/** Opens a database of this test alone. */
export async function openPostgres({ url, ...options }: Options = {}): Promise<Database> {
  const databaseUrl = url ?? (await newPostgres())
  const database = await openDatabase({ dataDir: tmpdir(), databaseUrl, log, ...options })
  onTestFinished(() => database.close())
  return database
}

/** Puts the file of an empty but migrated SQLite database into a data folder: migrating takes longer. */
export async function copyMigratedSqlite(dataDir: string): Promise<void> {
  await copyFile(inject('migratedSqlite'), join(dataDir, sqliteFile))
}

/**
 * The URL of a migrated database without rows on the server of this run, until the end of the test; of `template0`, of one
 * without tables.
 */
export async function newPostgres(template = migratedDatabase): Promise<string> {
  const isMigrated = template === migratedDatabase
  const spare = isMigrated ? takeSpare() : undefined
  const name = spare ?? `test_${randomUUID().replaceAll('-', '')}`
  const url = urlOfDatabase(inject('postgresUrl'), name)
  if (spare === undefined) await onServer((client) => copyDatabase(client, template, name))
  onTestFinished(async () => {
    if (isMigrated && (await giveBack(name, url))) return
    await onServer(async (client) => {
      await letGo(client, name)
      await client.query(`drop database ${name} with (force)`)
    })
  })
  if (isMigrated) await learnCreated(url)
  return url
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
