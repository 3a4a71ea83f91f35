import type { Database } from '../../../../db/database.ts'
import { mergeWords } from '../search-store.ts'

/** The share of the writer's time, so that catching is hardly held up. */
const share = 1 / 5
/** While mail keeps coming there is always more to merge. */
const stepsAtOnce = 500

/**
 * Keeps searches quick where very much mail was caught. `sweep` rests between its steps; it resolves
 * when nothing is left to merge, or when it has done enough for now.
 */
export function createWordMerging(deps: { db: Database; pause: (ms: number) => Promise<unknown> }) {
  let stopped = false
  return {
    async sweep(): Promise<void> {
      for (let step = 0; step < stepsAtOnce; step += 1) {
        const from = performance.now()
        if (stopped || !(await mergeWords(deps.db))) return
        await deps.pause((performance.now() - from) * (1 / share - 1))
      }
    },
    /** A sweep under way ends after its current step. */
    stop() {
      stopped = true
    },
  }
}
