import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasUsers } from '../../db/store-files/has-users.ts'
import { openUserKey } from '../../features/accounts/account-store.ts'
import { fail } from '../terminal.ts'

/** A new folder that is removed when this process ends. A process that is killed leaves it behind. */
export function makeCiFolder(): string {
  const folder = makeFolder()
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // It is in the temporary folder of the system, which is emptied without us.
    }
  })
  return folder
}

function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'mailstop-ci-'))
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return fail([
      `--ci keeps its data in ${tmpdir()}, which cannot be written (${reason}): set TMPDIR to another folder.`,
    ])
  }
}

/**
 * Says why `--ci` must not start where the environment names a folder with accounts: its users would get an empty
 * inbox without a login instead of their mail. Null: it may.
 */
export function accountsInTheWay(dataDir: string | null): string | null {
  if (dataDir === null || !hasUsers(dataDir, openUserKey)) return null
  return `DATA_DIR names ${dataDir}, which has accounts, and --ci keeps nothing: leave out --ci, or unset DATA_DIR.`
}
