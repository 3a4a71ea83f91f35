const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

export const segmentTimes = {
  /** No batch whose object is older may still be on its way. */
  orphanMs: hourMs,
  /**
   * How long an object outlives its segment: for readers that found its place before, and for a copy of the bucket
   * that was begun after a dump of the database.
   */
  graceMs: dayMs,
  /** How often all keys are compared with the rows from the first on. */
  listAgainMs: 30 * dayMs,
}

/** Segments are looked at together, so that small ones can become one. */
const slotMs = 6 * hourMs
const longestMs = 7 * dayMs
/** Bytes of deleted mail are gone after so long, and what it takes for a look and the grace. */
const tidyMs = 30 * dayMs
const smallBytes = 1024 * 1024

/** When a segment made at `createdAt` has to be looked at again: after as long as it is old. */
export function nextLook(createdAt: number, now: number): number {
  const wait = Math.min(Math.max(now - createdAt, dayMs), longestMs)
  return Math.ceil((now + wait) / slotMs) * slotMs
}

/**
 * What becomes of a segment of which `live` bytes are named by mails. A small one is rewritten only together with
 * others.
 */
export function fateOf(
  segment: { bytes: number; live: number; createdAt: number },
  now: number,
): 'empty' | 'sparse' | 'small' | 'well' {
  const { bytes, live, createdAt } = segment
  if (live === 0) return 'empty'
  if (live * 2 < bytes) return 'sparse'
  if (live < bytes && now - createdAt >= tidyMs) return 'sparse'
  return bytes < smallBytes ? 'small' : 'well'
}
