import { constants } from 'node:fs'
import { access, rm, writeFile } from 'node:fs/promises'
import type { LastingFault, StoreFault } from '../dialect.ts'
import { sqlite } from './dialect.ts'
import { probeOf } from './write-failure.ts'

/** No write is tried for this long after the first failure. */
const rememberedMs = 30_000

/** A disk counts as full for this long after a write found no room. */
const fullMs = 60_000

/** SQLITE_FULL; `no_room` is lack of memory too, and other failures of the disk. */
const isFull = (error: Error) => 'errcode' in error && (Number(error.errcode) & 0xff) === 13

const readOnlyCodes: unknown[] = ['EROFS', 'EACCES', 'EPERM']

/** Says what is wrong with the file of the store for longer than a moment, by what statements met and by the file system. */
export function createStoreHealth(file: string, elapsed: () => number = () => performance.now()) {
  const seen = new Map<StoreFault | null, number>()
  let fullAt: number | undefined
  return {
    note(error: Error): void {
      seen.set(sqlite.faultOf(error), elapsed())
      if (isFull(error)) fullAt = elapsed()
    },
    async faults(): Promise<LastingFault[]> {
      // Pages are not looked at again: a backup has to be restored.
      const faults: LastingFault[] = seen.has('damaged') ? ['damaged'] : []
      if (fullAt !== undefined && elapsed() - fullAt < fullMs) faults.push('no_room')
      if (await isReadOnly()) faults.push('read_only')
      return faults
    },
  }

  async function isReadOnly(): Promise<boolean> {
    const failedAt = seen.get('read_only')
    if (failedAt !== undefined && elapsed() - failedAt < rememberedMs) return true
    const attempt = failedAt === undefined ? access(file, constants.W_OK) : writeByte()
    const error: unknown = await attempt.catch((reason: unknown) => reason)
    const isRefused =
      error instanceof Error && 'code' in error && readOnlyCodes.includes(error.code)
    if (!isRefused) seen.delete('read_only')
    else if (failedAt !== undefined) seen.set('read_only', elapsed())
    return isRefused
  }

  /** A kernel that takes no more writes after an error of its disk may say that the file can be written. */
  async function writeByte(): Promise<void> {
    const probe = probeOf(file)
    try {
      await writeFile(probe, 'x', { mode: 0o600 })
    } finally {
      await rm(probe, { force: true })
    }
  }
}
