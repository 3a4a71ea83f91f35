import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openUntouched } from './untouched-store.ts'

const living = 'select 1 from users where deleted_at is null'

/**
 * Whether the store in a folder has living users other than that of `besides`. Nothing is made or changed, and another
 * process may use the store meanwhile. False where there is no store.
 */
export function hasUsers(dataDir: string, besides: string): boolean {
  return isThere(dataDir, `${living} and email_key <> ?`, besides)
}

/** The same for the living user of one key. */
export const hasUser = (dataDir: string, key: string): boolean =>
  isThere(dataDir, `${living} and email_key = ?`, key)

/** This asks the same for a mail of anybody. */
export const hasMails = (dataDir: string): boolean => isThere(dataDir, 'select 1 from mails')

function isThere(dataDir: string, select: string, ...values: string[]): boolean {
  const file = join(dataDir, 'mailstop.sqlite')
  if (!existsSync(file)) return false
  const database = openUntouched(file)
  try {
    return database.prepare(`${select} limit 1`).get(...values) !== undefined
  } finally {
    database.close()
  }
}
