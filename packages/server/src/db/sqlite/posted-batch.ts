import type { Batch, BatchStep } from '../database.ts'
import { minimumToTransfer, ownBuffers } from './own-buffers.ts'

/** Rows without the names of their columns, which the port would write and read for each of them. */
export type Rows = { insert: string; columns: string[]; values: unknown[] }

/** A batch as it crosses the port to the thread that writes. */
export type PostedBatch = (Rows | Exclude<BatchStep, { insert: unknown }>)[]

/** `transfer` is handed over with it. */
export function postedBatch(batch: Batch): { posted: PostedBatch; transfer: ArrayBuffer[] } {
  const posted = batch.flatMap<PostedBatch[number]>((step) =>
    'insert' in step ? rowsOf(step.insert, step.rows) : [step],
  )
  return { posted, transfer: gathered(posted) }
}

/** Rows of one table, those with the same columns together. */
export function rowsOf(table: string, rows: readonly object[]): Rows[] {
  const found: Rows[] = []
  let last: Rows | undefined
  for (const row of rows) {
    const columns = Object.keys(row)
    if (!last || !isSame(columns, last.columns)) {
      last = { insert: table, columns, values: [] }
      found.push(last)
    }
    for (const value of Object.values(row)) last.values.push(value)
  }
  return found
}

export const isSame = (names: string[], others: string[]): boolean =>
  names.length === others.length && names.every((name, index) => name === others[index])

/**
 * Copies the small bytes of a batch into one piece of memory, which is handed over: the port copies each that it is
 * not given, several times.
 */
function gathered(posted: PostedBatch): ArrayBuffer[] {
  const places: { values: unknown[]; at: number; bytes: Uint8Array }[] = []
  const large: Uint8Array[] = []
  let total = 0
  for (const step of posted) {
    if (!('columns' in step)) continue
    const { columns, values } = step
    for (const column of columns.keys()) {
      if (!(values[column] instanceof Uint8Array)) continue
      for (let at = column; at < values.length; at += columns.length) {
        const bytes = values[at]
        if (!(bytes instanceof Uint8Array)) continue
        if (bytes.length >= minimumToTransfer) large.push(bytes)
        else {
          places.push({ values, at, bytes })
          total += bytes.length
        }
      }
    }
  }
  const memory = Buffer.allocUnsafeSlow(total)
  let end = 0
  for (const { values, at, bytes } of places) {
    memory.set(bytes, end)
    values[at] = memory.subarray(end, (end += bytes.length))
  }
  return [memory.buffer, ...ownBuffers(large)]
}

/** The sources in their order. */
export const sourcesIn = (posted: PostedBatch): Uint8Array[] =>
  posted.flatMap((step) =>
    'columns' in step && step.insert === 'mail_sources'
      ? step.values.filter((value) => value instanceof Uint8Array)
      : [],
  )
