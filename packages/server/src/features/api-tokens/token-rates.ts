import { rateLimited } from '../../errors.ts'
import { createRateBuckets } from '../../lib/rate-buckets.ts'

const perSecond = 200
const burst = 1_000

export function createTokenRates({ now }: { now: () => number }) {
  const take = createRateBuckets({ perSecond, burst, now })

  /** Counts one request of a token; refused as `rate_limited` when there were too many. */
  return function spend(tokenId: number): void {
    if (take(tokenId)) return
    throw rateLimited(
      1,
      `A token makes at most ${perSecond} requests a second, and ${burst} at once. Try again later.`,
    )
  }
}
