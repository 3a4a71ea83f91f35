import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { LastingFault, StoreFault } from '../dialect.ts'
import { sqlite } from './dialect.ts'

/** No write is tried for this long after the first failure. */
const rememberedMs = 30_000

const readOnlyCodes: unknown[] = ['EROFS', 'EACCES', 'EPERM']

/** Says what is wrong with the file of the store for longer than a moment, by what statements met and by the file system. */
export function createStoreHealth(file: string, elapsed: () => number = () => performance.now()) {
  const seen = new Map<StoreFault | null, number>()
  return {
    note: (error: Error): void => void seen.set(sqlite.faultOf(error), elapsed()),
    async faults(): Promise<LastingFault[]> {
      // Pages are not looked at again: a backup has to be restored.
      const damaged: LastingFault[] = seen.has('damaged') ? ['damaged'] : []
      return (await isReadOnly()) ? [...damaged, 'read_only'] : damaged
    },
  }

  async function isReadOnly(): Promise<boolean> {
    const since = elapsed() - (seen.get('read_only') ?? -Infinity)
    if (since < rememberedMs) return true
    const error: unknown = await access(file, constants.W_OK).catch((reason: unknown) => reason)
    return error instanceof Error && 'code' in error && readOnlyCodes.includes(error.code)
  }
}
