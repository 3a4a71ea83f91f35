/** When an outgoing mail is tried again, and when no more. Pure: no clock, no dice, no database. */

const minuteMs = 60_000

/** How long a mail is tried for. */
export const patienceMs = 24 * 60 * minuteMs
const firstWaitMs = 5_000
/** Never longer, so that mail leaves soon after a relay is back. */
const longestWaitMs = 15 * minuteMs

type Failed = { attempts: number; created_at: number; now: number; random: number }

/**
 * When to try a mail again that failed now for the `attempts`th time: after twice the wait before, less
 * up to half of it by chance, so that what failed together does not come back together. Null: never.
 */
export function nextAttemptAt({ attempts, created_at, now, random }: Failed): number | null {
  const end = created_at + patienceMs
  if (now >= end) return null
  const wait = Math.min(firstWaitMs * 2 ** Math.min(attempts - 1, 20), longestWaitMs)
  return Math.min(Math.round(now + wait * (1 - random / 2)), end)
}

/**
 * Whether a relay refused this very message for good: a 5xx for its envelope or its contents (RFC 5321
 * section 4.2.1). A refused log in or greeting is the operator's to mend, and is tried again.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  const { code, responseCode } = error
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isAboutMessage && typeof responseCode === 'number' && responseCode >= 500
}
