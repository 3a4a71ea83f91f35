import type { Batch } from '../database.ts'

export function sourceRows(batch: Batch) {
  return batch.flatMap((step) =>
    'insert' in step && step.insert === 'mail_sources' ? step.rows : [],
  )
}
