import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/**
 * The address of a store for a reader that must not change it: SQLite then makes and changes no file, not even those beside
 * it. It also reads the log of writes, with its index, of a process that runs or was killed. A log without an index, as
 * somebody copies it, is only read by making the index.
 */
export function untouched(file: string): URL {
  const url = pathToFileURL(file)
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (existsSync(`${file}-shm`)) url.searchParams.set('readonly_shm', '1')
  else if (!log?.size) url.searchParams.set('immutable', '1')
  return url
}

export const openUntouched = (file: string): DatabaseSync =>
  new DatabaseSync(untouched(file), { readOnly: true, timeout: 10_000 })

/** The names of the migrations that made its tables. */
export function migrationsOf(store: DatabaseSync): string[] {
  const isThere = store
    .prepare(`select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'`)
    .get()
  if (!isThere) return []
  const rows = store.prepare('select name from kysely_migration').all()
  return rows.map(({ name }) => String(name))
}
