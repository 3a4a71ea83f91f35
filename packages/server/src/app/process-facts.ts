import { statfs } from 'node:fs/promises'
import type { ProcessFacts } from '../features/operator/operator.ts'
import type { Infrastructure } from './infrastructure.ts'
import { version } from '../product-files.ts'

export function processFacts({ config, db, now }: Infrastructure): ProcessFacts {
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
