import { settingOf } from '../settings.ts'

/**
 * How long waits last: a wait that fails shows the table of what arrived; a test that runs out of time shows nothing.
 */

/**
 * Vitest and Jest end a test after five seconds by default. Neither shows its limit to code that does not import it.
 */
const isUnderRunner = Boolean(settingOf('VITEST') ?? settingOf('JEST_WORKER_ID'))

/** A wait whose test is not known lasts so long. */
export const usualTimeout = isUnderRunner ? 4_500 : 20_000

/** A wait needs so long to say why it failed, before the time of its test is up. */
const toExplain = (limit: number) => Math.min(1_000, limit / 10)

/**
 * How long a wait lasts in a test that began now, or at `began`: almost until the test ends, or for the given time
 * where that is shorter. `limitOf` says how many milliseconds the test has in all; 0 or infinitely many mean no
 * limit.
 */
export function withinTest(
  limitOf: () => number | undefined,
  asked?: number,
  began = performance.now(),
): () => number {
  return () => {
    const limit = limitOf()
    if (limit === undefined) return asked ?? usualTimeout
    if (limit === 0 || limit === Infinity) return asked ?? 20_000
    const left = began + limit - toExplain(limit) - performance.now()
    // Whole tenths of a second, as the failure names it.
    return Math.min(asked ?? Infinity, Math.max(0, Math.floor(left / 100) * 100))
  }
}
