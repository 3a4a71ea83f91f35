import { rmSync, writeFileSync } from 'node:fs'

/** These are SQLITE_IOERR_WRITE, _FSYNC, _DIR_FSYNC, _TRUNCATE and _SHMSIZE. A failed read means damage on any disk. */
const writeErrors = new Set([778, 1034, 1290, 1546, 4874])
const readOnly = 8

/**
 * The result code of a failure, as honest as the file system allows. A kernel that takes no more writes after an error of
 * its disk may say that the file can be written: then SQLite finds an I/O error (SQLITE_IOERR_WRITE), and not
 * SQLITE_READONLY. Quotas are met as I/O errors, too.
 */
export const honestCode = (errcode: number, file: string): number =>
  writeErrors.has(errcode) && takesNoWrites(file) ? readOnly : errcode

export const probeOf = (file: string): string => `${file}-probe`

/** Whether the file system of the store is read-only, found out by really writing a byte beside it. */
function takesNoWrites(file: string): boolean {
  const probe = probeOf(file)
  try {
    try {
      writeFileSync(probe, 'x', { mode: 0o600 })
    } finally {
      rmSync(probe, { force: true })
    }
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS'
  }
}
