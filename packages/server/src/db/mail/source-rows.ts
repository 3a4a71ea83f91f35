import type { Batch } from '../database.ts'

/** The rows of a batch that hold sources of mails, in their order. */
export function sourceRows(batch: Batch) {
  return batch.flatMap((step) =>
    'insert' in step && step.insert === 'mail_sources' ? step.rows : [],
  )
}
