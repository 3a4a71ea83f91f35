import type { ListedRange, MailRange } from '../../../db/mail/mail-ranges.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { keptTrashMs } from './mail-trash.ts'
import { countGone, countInRange, countKept, firstArrival, isKept } from './mail-range-store.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** Below this, mails are deleted one by one. */
const fewestMails = 10_000
/**
 * The most mails that may stay of a range that is emptied: their rows are written again while lists cannot be read.
 */
const mostKept = 2_000
const mostKeptBytes = 16 * 1024 * 1024

/** A range has the mail of a day, or of a longer time where there would be more than these. */
const mostRanges = 24
/** Retention waits so long for the rest of a range, to empty it as a whole. */
const patienceMs = dayMs

/**
 * Empties whole ranges of ids, which costs the same for any number of mails, and returns their disk space to the system.
 * What is left over is deleted one by one, by `mail-trash.ts`, `mail-retention.ts` and `mail-removal.ts`. On SQLite, all of it is.
 */
export function createMailRanges(
  deps: Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
    days: number | null
    onError: (error: unknown) => void
  },
) {
  const { db, events, now, days, onError } = deps
  let awaited: MailRange[] = []
  let sweeping: Promise<void> | null = null
  let preparing: Promise<void> | undefined
  let stopped = false

  /** Whether enough mail goes to empty the range, and hardly any stays. */
  async function endsWith(range: MailRange, at: { trash: number; age: number }): Promise<boolean> {
    const kept = isKept({ trashedBefore: at.trash, days, now: at.age })
    const few = await countKept(db.longReads, range, kept, mostKept + 1)
    if (few.kept > mostKept || few.keptBytes > mostKeptBytes) return false
    return (await countInRange(db.longReads, range, fewestMails)) === fewestMails
  }

  async function sweepClosed(range: ListedRange): Promise<void> {
    if ((await countInRange(db.longReads, range, 1)) === 0) {
      await db.ranges.remove(range)
      return
    }
    const at = { trash: now() - keptTrashMs, age: now() }
    if (await endsWith(range, at)) await empty(range, at)
    else if (await endsWith(range, { ...at, age: at.age + patienceMs })) awaited.push(range)
  }

  async function empty(range: MailRange, at: { trash: number; age: number }): Promise<void> {
    let teams: { teamId: number; wereTrashed: boolean }[] = []
    const done = await db.ranges.empty(range, {
      isKept: isKept({ trashedBefore: at.trash, days, now: at.age }),
      mostKept,
      async count(tx, isGone) {
        const gone = await countGone(tx, isGone)
        teams = gone.teams
        return gone.settle
      },
    })
    if (!done) return
    for (const { teamId, wereTrashed } of teams) {
      // What was trashed was gone for everybody, but it may have been what left a team no room.
      if (wereTrashed) events.emit('teamOutdated', { teamId, userId: null, part: 'counters' })
      else {
        events.emit('inboxOutdated', { teamId, userId: null })
        events.emit('mailsChanged', { teamId, what: 'deleted' })
      }
    }
  }

  /**
   * Ends the range that fills, so that it can be emptied later: when nearly all of its mail was trashed, or when it
   * has the mail of a part of the time for which mail is kept. Not while there are many: one kept mail keeps its
   * range, and a user who fills and empties an inbox in turn could make more of them than Postgres has locks for.
   */
  async function sweepFilling(range: ListedRange, count: number) {
    if (count > mostRanges) return
    if ((await countInRange(db.longReads, range, fewestMails)) < fewestMails) return
    const oldest = (await firstArrival(db.longReads, range)) ?? now()
    const lasts = days === null ? Infinity : Math.max(1, days / mostRanges) * dayMs
    const isFull = oldest <= now() - lasts
    if (isFull || (await endsWith(range, { trash: Number.MAX_SAFE_INTEGER, age: now() }))) {
      await db.ranges.close(range)
    }
  }

  async function sweepAll(): Promise<void> {
    awaited = []
    await db.ranges.prepare()
    const all = await db.ranges.list()
    for (const range of all) {
      if (stopped) return
      if (range.state === 'closed') await sweepClosed(range)
      else if (range.state === 'filling') await sweepFilling(range, all.length)
    }
  }

  function sweep(): Promise<void> {
    sweeping ??= sweepAll().finally(() => (sweeping = null))
    return sweeping
  }

  return {
    sweep,
    /** Sweeps when a team ends: where it has much mail, ranges may end with it. */
    async sweepFor(teamId: number): Promise<void> {
      const { total, trashed } = await readCounters(db.sql, teamId)
      if (total + trashed >= fewestMails) await sweep()
    },
    /** What the time of mail has not ended in yet, though it has for a part of it: retention leaves it alone. */
    awaited: (): readonly MailRange[] => awaited,
    /** Makes the next range at once, where the last process left none ahead. */
    start(): void {
      preparing = db.ranges.prepare().catch(onError)
    },
    /** A sweep under way ends after its current range. */
    async stop(): Promise<void> {
      stopped = true
      await preparing
    },
  }
}
