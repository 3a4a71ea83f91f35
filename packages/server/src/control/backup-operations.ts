import { z } from 'zod'
import type { Backups } from '../backup/backups.ts'
import { operation } from './operation.ts'

export type { Backups }

export function backupOperations(backups: Backups) {
  return {
    'backup.archive': operation(
      z.strictObject({ keyOnly: z.boolean() }),
      async ({ keyOnly }, { signal }) => backups.archive({ keyOnly, signal }),
    ),
  }
}
