import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, describe } from 'vitest'
import type { Database } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open-database.ts'

/** Opens a fresh, migrated database of one dialect; it is closed and removed after the test. */
export type OpenDatabase = () => Promise<Database>

const silent = pino({ level: 'silent' })

/** One suite, run on every kind of database the product supports. */
export function describeEachDatabase(name: string, suite: (open: OpenDatabase) => void): void {
  describe(`${name} on SQLite`, () => {
    suite(undoneAfterEach(openSqlite))
  })
}

type Undo = () => Promise<void>

function undoneAfterEach(open: (undo: (work: Undo) => void) => Promise<Database>): OpenDatabase {
  const undos: Undo[] = []
  afterEach(async () => {
    for (const undo of undos.splice(0).toReversed()) await undo()
  })
  return () => open((work) => undos.push(work))
}

async function openSqlite(undo: (work: Undo) => void): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-store-'))
  undo(() => rm(dataDir, { recursive: true }))
  const database = await openDatabase({ dataDir, log: silent })
  undo(() => database.close())
  return database
}
