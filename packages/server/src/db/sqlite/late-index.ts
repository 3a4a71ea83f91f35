import type { BaseLogger } from 'pino'
import type { Batch, SearchEntry } from '../database.ts'

/**
 * Gives mails their search words a moment after their commit, many mails at a time: FTS5 writes a
 * run of words for every commit, and runs of a few mails cost more than twice as much as runs of many.
 * Until then a mail stands in `mails_to_index`, so one that is killed in between is found after the
 * next start. Whoever searches waits for `settled` and misses nothing.
 */
export type LateIndex = {
  /** Writes the batch without its words, which follow. Settles as the write does. */
  write(batch: Batch): Promise<void>
  /** Resolves when all mail whose write was begun before has its words. Never rejects. */
  settled(): Promise<void>
  /** Of what was written before; there is nothing after it. */
  close(): Promise<void>
}

type Deps = {
  /** Writes in the order of the calls. */
  write: (batch: Batch) => Promise<void>
  log: BaseLogger
}

/** One run of words costs 10 to 25 ms of the writer, for which mail that arrives may wait. */
const mailsAtOnce = 256
const charactersAtOnce = 2_000_000
/** How long a lone mail waits for others. */
const restMs = 100
/** After a failure, say of a full disk. What is not kept for it waits for the next start. */
const retryMs = 1_000
const mostKept = 1_000

export function createLateIndex({ write, log }: Deps): LateIndex {
  let waiting: SearchEntry[] = []
  let characters = 0
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  /** Some of what waits was searched for without its words: whoever counted has to look again. */
  let isOverdue = false

  function add(entries: SearchEntry[]): void {
    waiting.push(...entries)
    for (const { facts, subject, body } of entries) {
      characters += facts.length + subject.length + body.length
    }
    if (waiting.length >= mailsAtOnce || characters >= charactersAtOnce) flush()
    else flushIn(restMs)
  }

  function flushIn(ms: number): void {
    timer ??= setTimeout(flush, ms).unref()
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const entries = waiting
    waiting = []
    characters = 0
    const step = isOverdue ? { reindex: entries } : { index: entries }
    isOverdue = false
    last = write([step]).catch((error: unknown) => {
      isOverdue = true
      log.warn({ err: error }, 'The search index could not be written')
      waiting = [...entries, ...waiting].slice(-mostKept)
      flushIn(retryMs)
    })
  }

  function settled(): Promise<void> {
    flush()
    return last
  }

  return {
    write(batch) {
      const written = write(batch.map(laterStep))
      // Before it is answered: whoever reads of the commit and then waits for `settled` finds it.
      // Words of a write that fails are passed over.
      add(batch.flatMap((step) => ('index' in step ? step.index : [])))
      return written
    },
    settled,
    async close() {
      await settled()
      clearTimeout(timer)
    },
  }
}

function laterStep(step: Batch[number]): Batch[number] {
  if (!('index' in step)) return step
  return { insert: 'mails_to_index', rows: step.index.map(({ mail_id }) => ({ mail_id })) }
}
