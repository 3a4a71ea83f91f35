import { DatabaseSync } from 'node:sqlite'
import { newestMigration } from '../migrations/migrations.ts'
import { isTooOld, tooOld } from './older-store.ts'
import { madeSchema, schemaOf } from '../sqlite/made-schema.ts'
import { verdictOnPages } from './verdict-on-pages.ts'
import { migrationsOf } from './untouched-store.ts'

/**
 * What is wrong with a file that should be a whole SQLite store, which no process has open; null when nothing is.
 * Reads all of it. What a store consists of is compared with what its migrations make: a trigger added to a backup
 * would run with all that the server writes.
 */
export async function faultOfStoreFile(file: string, signal?: AbortSignal): Promise<string | null> {
  const fault = await faultOfSchema(file)
  if (fault !== null) return fault
  const verdict = await verdictOnPages(file, 'whole', { signal })
  return verdict === 'ok' ? null : `SQLite finds it damaged: ${verdict}`
}

async function faultOfSchema(file: string): Promise<string | null> {
  const store = new DatabaseSync(file)
  try {
    const found = schemaOf(store)
    // A view may have no end.
    if (!found.has('table kysely_migration')) {
      return 'It is no store of Mailstop: its table kysely_migration is missing'
    }
    const names = migrationsOf(store)
    const unknown = names.find((name) => name > newestMigration)
    if (unknown !== undefined) return `It was made by a newer Mailstop, which has ${unknown}`
    if (isTooOld(names)) return tooOld
    const expected = await madeSchema(new Set(names))
    for (const [name, text] of found) {
      if (!expected.has(name)) return `It has the ${name}, which Mailstop did not make`
      if (expected.get(name) !== text) return `Its ${name} is not as Mailstop made it`
    }
    const missing = [...expected.keys()].find((name) => !found.has(name))
    return missing === undefined ? null : `Its ${missing} is missing`
  } catch (error) {
    return `SQLite cannot read it: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    store.close()
  }
}
