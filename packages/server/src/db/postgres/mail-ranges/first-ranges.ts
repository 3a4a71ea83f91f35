import type { Tx } from '../../database.ts'
import { smallestWidth } from './range-bounds.ts'
import { addRange } from './range-tables.ts'

/** The ranges of an empty store, in the transaction of its migration: one for its first mails, and one ahead. */
export async function beginWithRanges(tx: Tx): Promise<void> {
  await addRange(tx, { from: 0, to: smallestWidth })
  await addRange(tx, { from: smallestWidth, to: 2 * smallestWidth })
}
