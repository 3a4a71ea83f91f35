import type { Batch } from '../database.ts'
import type { SearchEntry } from '../words/search-index.ts'
import type { LateIndex } from './late-index.ts'
import type { PostedBatch, Rows } from './protocol.ts'
import type { Writer } from './sqlite-thread.ts'

/** Posts batches to the thread that writes them (`sqlite-worker.ts`). Resolves when the batch is on disk. */
export function createBatchPost(
  writer: Pick<Writer, 'post'>,
  lateIndex: Pick<LateIndex, 'follow'>,
) {
  return function post(batch: Batch): Promise<void> {
    const sources = batch.flatMap((step) =>
      'insert' in step && step.insert === 'mail_sources' ? step.rows : [],
    )
    if (sources.some(({ source }) => isGone(source))) {
      throw new Error('A source was handed to an earlier write and is gone')
    }
    const words: SearchEntry[] = []
    const posted = batch.flatMap<PostedBatch[number]>((step) => {
      if ('insert' in step) return rowsOf(step.insert, step.rows)
      if (!('index' in step)) return [step]
      words.push(...step.index)
      return rowsOf(
        'mails_to_index',
        step.index.map(({ mail_id }) => ({ mail_id })),
      )
    })
    const command = { kind: 'write', batch: posted } as const
    const answer = writer.post(command, gathered(posted), (returned) => {
      for (const [index, source] of returned.entries()) {
        Object.assign(sources[index] ?? {}, { source })
      }
    })
    return lateIndex.follow(answer, words)
  }
}

const isGone = ({ buffer }: Uint8Array) => buffer instanceof ArrayBuffer && buffer.detached

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

/** Below this, copying is cheaper than handing over. */
const minimumToTransfer = 64 * 1024

/**
 * Buffers that a message may hand over instead of copying: large, and alone in their memory. A
 * slice of Node's shared pool is neither, and detaching that would break strangers.
 */
export function ownBuffers(values: Iterable<unknown>): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>()
  for (const value of values) {
    if (!(value instanceof Uint8Array) || value.byteLength < minimumToTransfer) continue
    const memory = value.buffer
    if (memory instanceof ArrayBuffer && memory.byteLength === value.byteLength) found.add(memory)
  }
  return [...found]
}

/** The sources of a posted batch, in their order. */
export const sourcesIn = (posted: PostedBatch): Uint8Array[] =>
  posted.flatMap((step) =>
    'columns' in step && step.insert === 'mail_sources'
      ? step.values.filter((value) => value instanceof Uint8Array)
      : [],
  )
