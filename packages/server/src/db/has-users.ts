import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Whether the store in a folder has living users other than that of `besides`. Nothing is made or changed, and another
 * process may use the store meanwhile. False where there is no store.
 */
export function hasUsers(dataDir: string, besides: string): boolean {
  return isThere(dataDir, 'email_key <> ?', besides)
}

/** The same for the living user of one key. */
export const hasUser = (dataDir: string, key: string): boolean =>
  isThere(dataDir, 'email_key = ?', key)

function isThere(dataDir: string, condition: string, key: string): boolean {
  const file = join(dataDir, 'mailstop.sqlite')
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const user = `select 1 from users where ${condition} and deleted_at is null limit 1`
    return database.prepare(user).get(key) !== undefined
  } finally {
    database.close()
  }
}
