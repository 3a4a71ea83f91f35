import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/**
 * The address of a store for who only looks at it: SQLite then makes and changes no file, not even those beside it. With a
 * log of writes and its index, of a process that runs or was killed, it reads these too.
 */
export function untouched(file: string): URL {
  const url = pathToFileURL(file)
  const hasLog = existsSync(`${file}-wal`) && existsSync(`${file}-shm`)
  url.searchParams.set(hasLog ? 'readonly_shm' : 'immutable', '1')
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
