import type { BaseLogger } from 'pino'
import { createSparingLog } from '../../lib/process/sparing-log.ts'
import type { SearchEntry } from '../words/search-index.ts'
import { holdWords, type HeldWords } from './held-words.ts'

type Deps = {
  /** Writes behind all that was written before. Their bytes are given away. */
  writeHeld: (held: HeldWords[]) => Promise<unknown>
  /** Makes the words again of all mails that wait for them; resolves with whether it could. */
  makeMissed: () => Promise<boolean>
  log: BaseLogger
}

/** One FTS5 segment costs 10 to 25 ms of the writer, for which mail that arrives may wait. */
const mailsAtOnce = 256
const charactersAtOnce = 2_000_000
/** How long a lone mail waits for others. */
const restMs = 500

export type LateIndex = ReturnType<typeof createLateIndex>

/**
 * Writes the search words of mails a moment after their commit, many mails at a time: FTS5 writes a
 * segment for every commit, and segments of a few mails cost more than twice as much as segments of many.
 * Until then a mail stands in `mails_to_index`. That table is what is owed: nothing is kept here for
 * words that could not be written, as on a full disk, and `makeMissed` makes them again from the mails that
 * still stand in it. Searches wait for `settled`, and look into the table as long as words may be missing.
 * Words wait as bytes: as texts, each would be copied twice by the collector of garbage.
 */
export function createLateIndex({ writeHeld, makeMissed, log }: Deps) {
  const say = createSparingLog(log)
  // No Set, for the reason of the commit queue.
  const underWay: Promise<void>[] = []
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let held: HeldWords[] = []
  let mails = 0
  let characters = 0
  /** How often words were missed. The first time stands for what a process before this one left. */
  let misses = 1
  let missesMended = 0

  function add(entries: SearchEntry[]): void {
    held.push(holdWords(entries))
    mails += entries.length
    characters += lengthOf(entries)
    if (mails >= mailsAtOnce || characters >= charactersAtOnce) flush()
    else timer ??= setTimeout(flush, restMs).unref()
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (held.length === 0) return
    last = writeHeld(held).catch((error: unknown) => {
      say('warn', { err: error }, 'The search index could not be written')
      misses += 1
      void mend()
    })
    held = []
    mails = characters = 0
  }

  async function mend(): Promise<void> {
    const before = misses
    if (await makeMissed()) missesMended = Math.max(missesMended, before)
  }

  async function settled(): Promise<boolean> {
    await Promise.all(underWay)
    flush()
    await last
    return missesMended === misses
  }

  return {
    /**
     * Keeps the words of a batch that is being written without them, until they are written with others. Settles as its
     * write does. The words are held before that is answered, and those of mail that was refused never are.
     */
    async follow(writing: Promise<unknown>, entries: SearchEntry[]): Promise<void> {
      if (entries.length === 0) return void (await writing)
      const written = writing.then(() => add(entries))
      const over = written
        .catch(() => {})
        .finally(() => void underWay.splice(underWay.indexOf(over), 1))
      underWay.push(over)
      await written
    },
    /** Resolves when the words of all mail whose write was begun before are written, or missed: false when any may be. */
    settled,
    mend,
    /** Call it when everything was written: it waits for that, and nothing may follow. */
    async close(): Promise<void> {
      await settled()
      clearTimeout(timer)
    },
  }
}

function lengthOf(entries: SearchEntry[]): number {
  return entries.reduce(
    (sum, { facts, subject, body }) => sum + facts.length + subject.length + body.length,
    0,
  )
}
