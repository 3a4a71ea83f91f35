import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Whether the store in a folder has living users other than that of `besides`. Nothing is made or changed, and another
 * process may use the store meanwhile. False where there is no store.
 */
export function hasUsers(dataDir: string, besides: string): boolean {
  const file = join(dataDir, 'mailstop.sqlite')
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const other = 'select 1 from users where email_key <> ? and deleted_at is null limit 1'
    return database.prepare(other).get(besides) !== undefined
  } finally {
    database.close()
  }
}
