import type { FeatureDeps } from '../../feature-deps.ts'
import { forgetArrivals } from '../rows/arrival-store.ts'

/** How long a marker holds. */
const keptMs = 24 * 60 * 60_000
const perTransaction = 500

/** Forgets the order of mail that arrived more than a day ago, in small transactions. */
export function createArrivalSweep({ db, now }: Pick<FeatureDeps, 'db' | 'now'>) {
  let stopped = false
  return {
    async sweep(): Promise<void> {
      const kept = { from: now() - keptMs, to: now() + keptMs }
      let forgotten: number
      do {
        forgotten = await db.transaction((tx) => forgetArrivals(tx, kept, perTransaction))
      } while (forgotten > 0 && !stopped)
    },
    /** A sweep under way ends after its current transaction. */
    stop(): void {
      stopped = true
    },
  }
}
