import { statfs } from 'node:fs/promises'
import type { ProcessFacts } from '../features/operator/operator.ts'
import type { Foundation } from './foundation.ts'
import { version } from '../product-files.ts'

/** Facts of this process for operators. */
export function processFacts({ config, db, now }: Foundation): ProcessFacts {
  return {
    version,
    node: process.version,
    roles: config.roles,
    startedAt: now(),
    settings: config.settings,
    async freeBytes() {
      if (!db.dialect.hasOneProcess) return null
      const disk = await statfs(config.dataDir).catch(() => null)
      return disk && disk.bavail * disk.bsize
    },
  }
}
