import { keepNewest } from './newest-kept.ts'

type Bucket = { left: number; at: number }

export type RateRules = {
  perSecond: number
  /** How many at once, after a pause. */
  burst: number
  now: () => number
}

/** An unused bucket is full after a while, so forgetting it changes nothing. */
const bucketsMost = 10_000

/**
 * Limits how often each of many does something: a bucket that each time takes from and that time fills. It is in the
 * memory of each process, since a row for each time would be the load itself.
 */
export function createRateBuckets({ perSecond, burst, now }: RateRules) {
  const buckets = new Map<string | number, Bucket>()

  /** Takes one; false when the bucket is empty. */
  return function take(key: string | number): boolean {
    const at = now()
    const { left, at: before } = buckets.get(key) ?? { left: burst, at }
    const filled = Math.min(burst, left + (Math.max(0, at - before) / 1_000) * perSecond)
    const mayTake = filled >= 1
    keepNewest(buckets, key, { left: mayTake ? filled - 1 : filled, at }, bucketsMost)
    return mayTake
  }
}
