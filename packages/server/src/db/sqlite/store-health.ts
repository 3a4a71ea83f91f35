import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { StoreFault } from '../dialect.ts'
import { sqlite } from './dialect.ts'

/** Nobody may try to write for a while after the first failure. */
const rememberedMs = 30_000

const readOnlyCodes: unknown[] = ['EROFS', 'EACCES', 'EPERM']

/** Says what is wrong with the file of the store for longer than a moment, by what statements met and by the file system. */
export function createStoreHealth(file: string, elapsed: () => number = () => performance.now()) {
  const seen = new Map<StoreFault | null, number>()
  return {
    note: (error: Error): void => void seen.set(sqlite.faultOf(error), elapsed()),
    async fault(): Promise<'damaged' | 'read_only' | null> {
      // It stays so until a backup is restored.
      if (seen.has('damaged')) return 'damaged'
      const since = elapsed() - (seen.get('read_only') ?? -Infinity)
      if (since < rememberedMs) return 'read_only'
      const error: unknown = await access(file, constants.W_OK).catch((reason: unknown) => reason)
      const isReadOnly =
        error instanceof Error && 'code' in error && readOnlyCodes.includes(error.code)
      return isReadOnly ? 'read_only' : null
    },
  }
}
