import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { appKeyFile } from '../../lib/secrets/app-key.ts'
import type { Sql } from '../database.ts'
import { UnusableDatabase } from './unusable-database.ts'
import { programCall } from '../../lib/process/program-call.ts'

export const unfinishedRestore = 'unfinished-restore'

/**
 * Refuses a data folder whose database is gone, although other files show that there was one: a new one would be empty, and
 * SQLite would end what the log beside it may still hold. A key is made after the first tables.
 */
export function refuseLostDatabase(dataDir: string): void {
  const file = join(dataDir, 'mailstop.sqlite')
  if (bytesOf(file) > 0) return
  if (existsSync(join(dataDir, unfinishedRestore))) {
    throw new UnusableDatabase([
      `${dataDir} holds a restore that was not finished: ${unfinishedRestore} is there, and the database is not.`,
      'Remove what is in the folder, and restore again.',
    ])
  }
  const log = `${file}-wal`
  const traces = [appKeyFile(dataDir), log].filter((path) => bytesOf(path) > 0)
  if (traces.length > 0) throw lostDatabase(file, traces)
}

/** Refuses a database without tables, as the loss of the log of writes leaves it, where a key shows that there were some. */
export async function refuseEmptiedDatabase(store: Sql, dataDir: string): Promise<void> {
  const key = appKeyFile(dataDir)
  if (bytesOf(key) === 0) return
  const tables = await sql`select name from sqlite_schema where type = 'table' limit 1`.execute(
    store,
  )
  if (tables.rows.length === 0) throw lostDatabase(join(dataDir, 'mailstop.sqlite'), [key])
}

function lostDatabase(file: string, traces: string[]): UnusableDatabase {
  const isThere = existsSync(file)
  return new UnusableDatabase([
    `The database ${file} is ${isThere ? 'empty' : 'missing'}, but ${traces.join(' and ')} ${traces.length === 1 ? 'shows' : 'show'} that there was one: its mail seems to be lost.`,
    `Put the file back if it was moved. Otherwise restore a backup with "${programCall('restore … --into')}" another folder, and set DATA_DIR to that. To begin without that mail, name an empty folder, or remove ${[...(isThere ? [file] : []), ...traces].map((path) => basename(path)).join(' and ')}.`,
  ])
}

/** Refuses a store whose secrets were sealed with a key that is gone: a new one would open none of them. */
export async function refuseLostKey(store: Sql, dataDir: string): Promise<void> {
  const file = appKeyFile(dataDir)
  if (existsSync(file)) return
  const sealed = await store.selectFrom('inboxes').select('team_id').limit(1).execute()
  if (sealed.length === 0) return
  throw new UnusableDatabase([
    `The key ${file} is missing. It is what the SMTP passwords of all teams, and unsent emails of Mailstop, are encrypted with: without it they cannot be read.`,
    'Put it back: each backup holds it, and "tar -xOf <backup> app-key" shows it. If the key was in APP_KEY, set that again.',
  ])
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
