import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder } from './make-folder.ts'

/** Another process holds the lock. */
export class DataFolderInUse extends Error {}

/** Node closes a database that nothing refers to, and its lock would end with it. */
const holders = new Set<DatabaseSync>()

/**
 * Keeps a data folder to one process. The lock is SQLite's own exclusive lock on a file of the
 * folder, held by the operating system for the process: it ends with the process however that ends,
 * so there is never a stale one to clean up. Returns what releases it.
 */
export function lockDataFolder(dataDir: string): () => void {
  makeFolder(dataDir)
  const file = join(dataDir, 'lock')
  const holder = open(file)
  try {
    holder.exec('begin exclusive')
  } catch (error) {
    holder.close()
    if (isOf(error, sqliteBusy)) {
      throw new DataFolderInUse(
        // SQLite reports a file system without locks, as some network folders are, in the same way.
        `The data folder ${dataDir} is in use by another process. Stop that process, or set DATA_DIR to a folder of its own on a local disk.`,
        { cause: error },
      )
    }
    if (isOf(error, sqliteNotADatabase)) {
      throw new Error(`${file} is not the lock file of Mailstop. Remove it and start again.`, {
        cause: error,
      })
    }
    throw naming(error, file)
  }
  holders.add(holder)
  return () => {
    if (holders.delete(holder)) holder.close()
  }
}

/** The same for a process that may start while a command, which takes a moment, has the folder. */
export async function awaitDataFolder(dataDir: string, patienceMs: number): Promise<() => void> {
  for (const since = performance.now(); ; await pause(50)) {
    try {
      return lockDataFolder(dataDir)
    } catch (error) {
      const waitedMs = performance.now() - since
      if (!(error instanceof DataFolderInUse) || waitedMs >= patienceMs) throw error
    }
  }
}

function open(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw naming(error, file)
  }
}

/** SQLite does not say which file it failed on. */
const naming = (error: unknown, path: string) =>
  error instanceof Error ? Object.assign(error, { path }) : error

const sqliteBusy = 5
const sqliteNotADatabase = 26

/** Whether it is that error of SQLite, its extended codes included. */
function isOf(error: unknown, code: number): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === code
}
