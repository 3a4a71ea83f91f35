/** The life of a row in a queue. Pure: no clock, no dice, no database. */

/** The columns of a queue in a new row. */
export const queuedAt = (at: number) => ({
  state: 'queued' as const,
  created_at: at,
  due_at: at,
  attempts: 0,
})

const minuteMs = 60_000

export type Outcome = 'sent' | 'postponed' | 'put_off' | 'cancelled' | 'failed'

/** How long a row is tried for. */
export const patienceMs = 24 * 60 * minuteMs

/** How long a row stays after it was settled. */
export const rememberedMs = 30 * 24 * 60 * minuteMs

/**
 * The longest time before the second try, and before any later one; the real time is random, at
 * least half of it.
 */
export type Waits = { firstMs: number; longestMs: number }

/** Suits work that people wait for: it is done soon after the receiving side is back. */
export const promptWaits: Waits = { firstMs: 5_000, longestMs: 15 * minuteMs }
/** Suits work that can wait. */
export const patientWaits: Waits = { firstMs: 2 * minuteMs, longestMs: 6 * 60 * minuteMs }

type Failed = { attempts: number; created_at: number; now: number; random: number }

/**
 * When to try a row again that failed now for the `attempts`th time: after twice the wait before,
 * less a random part of up to half of it, so that rows that failed together are not tried together.
 * Null: never.
 */
export function nextAttemptAt(
  { attempts, created_at, now, random }: Failed,
  { firstMs, longestMs }: Waits,
): number | null {
  const end = created_at + patienceMs
  if (now >= end) return null
  const wait = Math.min(firstMs * 2 ** Math.min(attempts - 1, 20), longestMs)
  return Math.min(Math.round(now + wait * (1 - random / 2)), end)
}

/** How long a queue pauses after this many outages in a row of the receiving side. */
export const restAfterOutages = (outages: number): number =>
  Math.min(5_000 * 2 ** Math.min(outages - 1, 10), 60_000)
