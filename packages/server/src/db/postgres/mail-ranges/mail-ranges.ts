import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Sql, Tx } from '../../database.ts'
import type { Emptying, ListedRange, MailRange, MailRanges } from '../../mail/mail-ranges.ts'
import { postgres } from '../dialect.ts'
import { emptyRange } from './emptied-range.ts'
import { rangeAfter } from './range-bounds.ts'
import {
  addRange,
  dropRange,
  goOnFrom,
  hasMail,
  lastId,
  listRanges,
  lockTables,
  run,
} from './range-tables.ts'

/**
 * A statement that waits for a lock of a whole table keeps all others waiting behind it: so it waits only this long,
 * and is tried again.
 */
const longestWaitMs = 500
const tries = 5
const restMs = 500

/** An arbitrary number, whose lock makes transactions change ranges one at a time. */
const lockOfRanges = 7_204_581

export type PostgresRanges = MailRanges & {
  /**
   * Makes the range of an id, for mail that waits for it; another process may do the same. False when the range is
   * still missing.
   */
  make(id: number): Promise<boolean>
}

/**
 * `store` runs statements without a time limit. `onAwaited` is called when mails wait for their words, which shared
 * rows with the words of mail that is gone.
 */
export function createMailRanges(store: Sql, onAwaited: () => void): PostgresRanges {
  /** False when another process does it, or others held the tables all the time. */
  async function attempt(work: (tx: Tx) => Promise<unknown>): Promise<boolean> {
    for (let left = tries; left > 0; left -= 1) {
      try {
        return await store.transaction().execute(async (tx) => {
          await run(tx, `set local lock_timeout = ${longestWaitMs}`)
          const { rows } = await sql<{ free: boolean }>`
            select pg_try_advisory_xact_lock(${lockOfRanges}) as free`.execute(tx)
          return rows[0]?.free === true && (await work(tx)) !== false
        })
      } catch (error) {
        if (!(error instanceof Error) || postgres.faultOf(error) !== 'no_turn') throw error
        if (left > 1) await pause(restMs)
      }
    }
    return false
  }

  async function list(): Promise<ListedRange[]> {
    const [ranges, last] = [await listRanges(store), await lastId(store)]
    return ranges.map(({ from, to }) => {
      const state = to <= last + 1 ? 'closed' : from <= last + 1 ? 'filling' : 'ahead'
      return { from, to, state }
    })
  }

  /** True when there is a range ahead of this id, or none was needed. */
  async function makeAhead(needed: number): Promise<boolean> {
    return attempt(async (tx) => {
      const ranges = await listRanges(tx)
      const last = ranges.at(-1)
      if (last !== undefined && last.from <= needed) {
        const mails = ranges.reduce((sum, range) => sum + range.mails, 0)
        await addRange(tx, rangeAfter(last, { mails, count: ranges.length }, needed))
      }
    })
  }

  return {
    list,
    async prepare() {
      const [ranges, last] = [await listRanges(store), await lastId(store)]
      if ((ranges.at(-1)?.from ?? 0) > last + 1) return
      // Updates the planner's statistics of all ranges together. Otherwise it would take a new range for one that
      // stays empty.
      await run(store, 'analyze mails')
      await makeAhead(last + 1)
    },
    async close({ to }: MailRange) {
      if (await makeAhead(to - 1)) await attempt((tx) => goOnFrom(tx, to))
    },
    async empty(range: MailRange, emptying: Emptying) {
      const isDone = await attempt((tx) => emptyRange(tx, range, emptying))
      if (isDone) onAwaited()
      return isDone
    },
    async remove(range: MailRange) {
      const isDone = await attempt(async (tx) => {
        // Takes no lock of all mail where there is no need of it.
        if (await hasMail(tx, range)) return false
        await lockTables(tx)
        // A batch with ids from before the range was closed may have been committed during the wait for the lock.
        if (await hasMail(tx, range)) return false
        await dropRange(tx, range)
        return true
      })
      if (isDone) onAwaited()
      return isDone
    },
    async make(id) {
      for (let left = tries; left > 0; left -= 1) {
        const ranges = await listRanges(store)
        const [first, last] = [ranges[0], ranges.at(-1)]
        if (first === undefined || last === undefined || id < first.from) return false
        if (id < last.to || (await makeAhead(id))) return true
        await pause(restMs)
      }
      return false
    },
  }
}
