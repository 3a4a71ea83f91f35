import { rmSync, writeFileSync } from 'node:fs'

const ioError = 10
const readOnly = 8

/**
 * The result code of a failure, as honest as the file system allows. A kernel that takes no more writes after an error of
 * its disk may say that the file can be written: then SQLite finds an I/O error (SQLITE_IOERR_WRITE), and not
 * SQLITE_READONLY. Quotas are met as I/O errors, too.
 */
export const honestCode = (errcode: number, file: string): number =>
  (errcode & 0xff) === ioError && takesNoWrites(file) ? readOnly : errcode

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
