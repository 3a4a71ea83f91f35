import { rateLimited } from '../../errors.ts'
import { keepNewest } from '../../lib/newest-kept.ts'

/**
 * How many requests each token makes: a bucket that a request takes from and time fills. In memory of
 * each process, since a row for each request would be the load itself.
 */
const perSecond = 200
const burst = 1_000
/** A bucket that nobody has taken from for a while is full, so one that is forgotten changes nothing. */
const bucketsMost = 10_000

type Bucket = { left: number; at: number }

export function createTokenRates({ now }: { now: () => number }) {
  const buckets = new Map<number, Bucket>()

  /** Counts one request; refused as `rate_limited` when there were too many. */
  return function spend(tokenId: number): void {
    const at = now()
    const { left, at: before } = buckets.get(tokenId) ?? { left: burst, at }
    const filled = Math.min(burst, left + (Math.max(0, at - before) / 1_000) * perSecond)
    const mayPass = filled >= 1
    keepNewest(buckets, tokenId, { left: mayPass ? filled - 1 : filled, at }, bucketsMost)
    if (mayPass) return
    throw rateLimited(
      1,
      `A token makes at most ${perSecond} requests a second, and ${burst} at once. Try again later.`,
    )
  }
}
