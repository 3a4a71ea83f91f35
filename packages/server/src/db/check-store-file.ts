import { DatabaseSync } from 'node:sqlite'
import { migrations } from './migrations/migrations.ts'

/** Whether this program knows a step of the tables. */
export const knowsSchema = (name: string): boolean => Object.hasOwn(migrations('sqlite'), name)

/**
 * What is wrong with a file that should be a whole SQLite store, which nobody has open; null when nothing is.
 * Reads all of it.
 */
export function faultOfStoreFile(file: string): string | null {
  const store = new DatabaseSync(file)
  try {
    const [first] = store.prepare('pragma integrity_check(1)').all()
    const verdict = String(first?.['integrity_check'])
    if (verdict !== 'ok') return `SQLite finds it damaged: ${verdict}`
    // A view may have no end.
    const steps = store
      .prepare(`select type from sqlite_schema where name = 'kysely_migration' and type = 'table'`)
      .get()
    if (!steps) return 'It is no store of Mailstop: its table kysely_migration is missing'
    const made = store.prepare('select name from kysely_migration order by name').all()
    const unknown = made.map(({ name }) => String(name)).find((name) => !knowsSchema(name))
    return unknown === undefined ? null : `It was made by a newer Mailstop, which has ${unknown}`
  } catch (error) {
    return `SQLite cannot read it: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    store.close()
  }
}
