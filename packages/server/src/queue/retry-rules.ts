/** When an outgoing mail is tried again, and when no more. Pure: no clock, no dice, no database. */

const minuteMs = 60_000

/** How long a mail is tried for. */
export const patienceMs = 24 * 60 * minuteMs

/** How long it is remembered what became of a mail, once that is settled. */
export const rememberedMs = 30 * 24 * 60 * minuteMs

/** The longest time before the second try, and before any later one; by chance, down to half of it. */
export type Waits = { firstMs: number; longestMs: number }

/** Letters are waited for: they leave soon after a relay is back. */
export const letterWaits: Waits = { firstMs: 5_000, longestMs: 15 * minuteMs }
/** From one minute to six hours, as mail that nobody asked for just now can wait. */
export const deliveryWaits: Waits = { firstMs: 2 * minuteMs, longestMs: 6 * 60 * minuteMs }

type Failed = { attempts: number; created_at: number; now: number; random: number }

/**
 * When to try a mail again that failed now for the `attempts`th time: after twice the wait before, less
 * up to half of it by chance, so that what failed together does not come back together. Null: never.
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

/**
 * Whether a relay refused this very message for good: a 5xx for its envelope or its contents (RFC 5321
 * section 4.2.1). A refused log in or greeting is the operator's to mend, and is tried again.
 */
export function isRefusedForGood(error: unknown): boolean {
  return isAboutMessage(error) && error.responseCode >= 500
}

/** Whether a relay answered to this very message; else it may be no better for any other. */
export function isAboutMessage(error: unknown): error is Error & { responseCode: number } {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  const { code, responseCode } = error
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number'
}
