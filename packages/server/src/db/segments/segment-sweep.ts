import type { SegmentDeps } from './segment-sources.ts'
import { createSegmentRewriting, type RewritingDeps } from './segment-rewriting.ts'
import { fateOf, nextLook, segmentTimes } from './segment-rules.ts'
import { segmentKey, segmentOfKey, segmentTime } from './segment-keys.ts'
import {
  dueSegments,
  endSegments,
  findLocated,
  forgetSegment,
  lookLater,
  readListing,
  setListing,
  takeOrphans,
  type Located,
  type Segment,
} from './segment-rows.ts'

type SweepDeps = RewritingDeps & Pick<SegmentDeps, 'watch'> & { onError: (error: unknown) => void }

/** Some at a time, so that a process that is to stop waits for one step alone. */
const segmentsAtOnce = 20
/** How much is rewritten together, unless one segment alone has more. */
const rewrittenBytes = 8 * 1024 * 1024
/** Fewer small segments than these are not worth an object: each source is rewritten few times on its way. */
const smallTogether = 8

/** Keys of segments begin with their year. */
const behindYears = ':'

/** A sweep may take hours, and a grace begins when its segment ends. */
type Clock = () => number

type Live = { segment: Segment; mails: Located[] }

/**
 * Removes what no mail names: objects of ended segments, and objects of batches that were never written. Segments with
 * little left, and small ones, are rewritten. Whatever a process that is killed leaves here, a later sweep finds again.
 */
export function createSegmentSweep({ db, store, watch, folder, onError }: SweepDeps) {
  const rewrite = createSegmentRewriting({ db, store, folder })

  async function removeEnded(now: Clock, signal: AbortSignal): Promise<void> {
    const begun = now()
    for (;;) {
      const due = await dueSegments(db.longReads, 'ended', { now: begun, limit: segmentsAtOnce })
      const named = await findLocated(db.longReads, due)
      for (const { id } of due) {
        if (signal.aborted) return
        if (named.has(id)) {
          onError(new Error(`Mails name the segment ${id}, which has ended: it is kept`))
          await lookLater(db.sql, id, begun + segmentTimes.listAgainMs)
          continue
        }
        // The row goes last: it says what is still to be done.
        await store.remove(folder + segmentKey(id))
        await forgetSegment(db.sql, id)
      }
      if (due.length < segmentsAtOnce) return
    }
  }

  async function lookAtKept(now: Clock, signal: AbortSignal): Promise<void> {
    const begun = now()
    const sparse = collect('sparse', now)
    const small = collect('small', now)
    while (!signal.aborted) {
      const due = await dueSegments(db.longReads, 'kept', { now: begun, limit: segmentsAtOnce })
      const located = await findLocated(db.longReads, due)
      for (const segment of due) {
        const mails = located.get(segment.id) ?? []
        const live = liveBytes(mails)
        const fate = fateOf({ bytes: segment.bytes, live, createdAt: segment.created_at }, begun)
        // Sets the next look first: what fails for one segment must not be met again at once.
        await lookLater(db.sql, segment.id, nextLook(segment.created_at, begun))
        if (fate === 'empty') await endSegments(db.sql, [segment.id], now() + segmentTimes.graceMs)
        if (fate === 'sparse') await sparse.add({ segment, mails })
        if (fate === 'small') await small.add({ segment, mails })
      }
      if (due.length < segmentsAtOnce) break
    }
    if (signal.aborted) return
    await sparse.finish()
    await small.finish()
  }

  function collect(kind: 'sparse' | 'small', now: Clock) {
    let group: Live[] = []
    let bytes = 0
    async function finish(): Promise<void> {
      const ready = group
      group = []
      bytes = 0
      const least = kind === 'small' ? smallTogether : 1
      if (ready.length >= least) await rewrite(ready, now()).catch(onError)
    }
    return {
      finish,
      async add(live: Live): Promise<void> {
        const more = liveBytes(live.mails)
        if (group.length > 0 && bytes + more > rewrittenBytes) await finish()
        group.push(live)
        bytes += more
      },
    }
  }

  /** Goes on where the last sweep ended: keys are in the order of time, so each is met about once a month. */
  async function listOrphans(now: Clock, signal: AbortSignal): Promise<void> {
    const begun = now()
    let { listed_to, listed_since } = await readListing(db.sql)
    if (begun - listed_since >= segmentTimes.listAgainMs) {
      listed_to = ''
      listed_since = begun
    }
    while (!signal.aborted) {
      const listed = await store.list(folder, listed_to)
      // A server that does not know `start-after` would begin with the first one again and again. What is behind the
      // years is no segment, and must not be gone past: segments are still to come before it.
      const keys = listed.filter((key) => key > listed_to && key < folder + behindYears)
      const ids = keys.flatMap((key) => segmentOfKey(key.slice(folder.length)) ?? [])
      const isSettled = (id: string) => segmentTime(id) <= begun - segmentTimes.orphanMs
      const settled = ids.filter(isSettled)
      if (settled.length > 0) {
        const ended = now()
        await takeOrphans(db.sql, settled, { now: ended, dueAt: ended + segmentTimes.graceMs })
        listed_to = folder + segmentKey(settled.at(-1) as string)
      } else if (ids.length === 0 && keys.length > 0) listed_to = keys.at(-1) as string
      await setListing(db.sql, { listed_to, listed_since })
      if (settled.length < ids.length || keys.length === 0) return
    }
  }

  return async function sweep({ now, signal }: { now: Clock; signal: AbortSignal }): Promise<void> {
    for (const step of [removeEnded, lookAtKept, listOrphans]) {
      // What is away now is swept another time.
      if (signal.aborted || watch.isAway()) return
      await step(now, signal)
    }
  }
}

const liveBytes = (mails: readonly Located[]) =>
  mails.reduce((sum, { place }) => sum + place.bytes, 0)
