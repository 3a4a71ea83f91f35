import { settingOf } from './settings.ts'

/** How long waits last: the failure of a wait is the table of what arrived, that of a test which has run out of time is none. */

/** Vitest and Jest end a test after five seconds unless they are told otherwise. Neither tells what does not ask it by name. */
const isUnderRunner = Boolean(settingOf('VITEST') ?? settingOf('JEST_WORKER_ID'))

/** A wait whose test is not known lasts so long. */
export const usualTimeout = isUnderRunner ? 4_500 : 20_000

/** A wait needs so long to say why it failed, before the time of its test is up. */
const toExplain = (limit: number) => Math.min(1_000, limit / 10)

/**
 * How long a wait lasts in a test that began now, or when `began` says: almost until the test ends, or for the time that was asked for where that is
 * shorter. `limitOf` says how many milliseconds the test has in all; 0 or infinitely many are a test without a limit.
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
