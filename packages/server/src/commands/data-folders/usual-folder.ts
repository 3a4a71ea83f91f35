import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hasMails, hasUser } from '../../db/store-files/has-users.ts'
import { openUserKey } from '../../features/accounts/account-store.ts'

/** Says what a folder is for. It is never both: the mail of accounts would be open to everybody. */
export type FolderKind = 'accounts' | 'open'

/**
 * Where data is kept below `base` when no folder is named: each kind has one of its own, so that a server can be
 * tried with `--open` and then served with accounts. Earlier versions kept either in `base` itself, where it is
 * found.
 */
export function usualFolder(base: string, kind: FolderKind): string {
  const own = join(base, kind)
  if (isStore(own)) return own
  // It is there after `accounts` had made an account, and before its folder was moved.
  const unmoved = kind === 'accounts' ? [join(base, 'open')] : []
  return [base, ...unmoved].find((folder) => isStore(folder) && isOf(folder, kind)) ?? own
}

/** A command that acts on either gets the folder with accounts, or the open one where there is no other. */
export function folderInUse(base: string): string {
  const [accounts, open] = [usualFolder(base, 'accounts'), usualFolder(base, 'open')]
  return isStore(accounts) || !isStore(open) ? accounts : open
}

/** With Postgres, a folder has the certificate and no database. */
const storeFiles = ['mailstop.sqlite', 'app-key', 'smtp-certificate.pem']

export const isStore = (folder: string): boolean =>
  storeFiles.some((file) => existsSync(join(folder, file)))

/** Says whether a folder holds anything that its owner would miss. */
export function holdsMail(folder: string): boolean {
  try {
    return hasMails(folder)
  } catch {
    return isStore(folder)
  }
}

function isOf(folder: string, kind: FolderKind): boolean {
  try {
    return hasUser(folder, openUserKey) === (kind === 'open')
  } catch {
    // It is damaged, or not ours to read: the start says so, and no empty one takes its place.
    return true
  }
}
