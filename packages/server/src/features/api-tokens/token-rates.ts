import type { TokenActor } from '../../actor.ts'
import { rateLimited } from '../../errors.ts'
import { createRateBuckets } from '../../lib/shares/rate-buckets.ts'

const perSecond = 200
const burst = 1_000
/** All tokens for which one person answers may together send this many times as much. */
const tokensAtOnce = 5

export function createTokenRates({ now }: { now: () => number }) {
  const ofToken = createRateBuckets({ perSecond, burst, now })
  const all = { perSecond: perSecond * tokensAtOnce, burst: burst * tokensAtOnce }
  const ofPerson = createRateBuckets({ ...all, now })

  /** Counts one request of a token; refused as `rate_limited` when there were too many. */
  return function spend({ tokenId, answeredBy }: TokenActor): void {
    if (!ofToken(tokenId)) throw tooMany('A token makes', { perSecond, burst })
    if (!ofPerson(answeredBy)) throw tooMany('All tokens of one person make', all)
  }
}

type Rate = { perSecond: number; burst: number }

const tooMany = (who: string, rate: Rate) =>
  rateLimited(
    1,
    `${who} at most ${rate.perSecond} requests a second, and ${rate.burst} at once. Try again later.`,
  )
