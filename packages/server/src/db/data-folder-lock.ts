import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Keeps a data folder to one process. The lock is SQLite's own exclusive lock on a file of the
 * folder, held by the operating system for the process: it ends with the process however that ends,
 * so there is never a stale one to clean up. Returns what releases it.
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const holder = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    holder.exec('begin exclusive')
  } catch (error) {
    holder.close()
    if (!isBusy(error)) throw error
    throw new Error(
      `The data folder ${dataDir} is in use by another process. Stop that one, or set DATA_DIR to a folder of its own.`,
      { cause: error },
    )
  }
  return () => {
    if (holder.isOpen) holder.close()
  }
}

/** SQLITE_BUSY, its extended codes included. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}
