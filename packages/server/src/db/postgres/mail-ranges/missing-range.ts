import type { Batch } from '../../database.ts'
import type { PostgresRanges } from './mail-ranges.ts'

/**
 * A worker makes ranges before mail needs them. If none did in time, the process that catches makes the range that
 * its mail needs, and writes the batch again.
 */
export function withRanges<Options extends unknown[]>(
  write: (batch: Batch, ...options: Options) => Promise<void>,
  ranges: Pick<PostgresRanges, 'make'>,
): typeof write {
  return async (batch, ...options) => {
    try {
      await write(batch, ...options)
    } catch (error) {
      if (!isRangeMissing(error) || !(await ranges.make(newestOf(batch)))) throw error
      await write(batch, ...options)
    }
  }
}

/** SQLSTATE check_violation without a constraint: no partition takes the row. */
const isRangeMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23514' &&
  !('constraint' in error && error.constraint)

const newestOf = (batch: Batch): number =>
  Math.max(
    0,
    ...batch.flatMap((step) =>
      'insert' in step && step.insert === 'mails' ? step.rows.map(({ id }) => id) : [],
    ),
  )
