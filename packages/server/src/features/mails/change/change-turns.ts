import { createFairShares } from '../../../lib/shares/fair-shares.ts'
import { serveToEnd } from '../../../lib/shares/served-client.ts'

/**
 * Users take turns with what they change in many rows, one transaction at a time, so that the writer has one of them at
 * the most before mail that is caught. A change that has begun goes on when its client hangs up.
 */
export function createChangeTurns() {
  const turns = createFairShares({
    total: 1,
    perUser: 1,
    waiting: 4_000,
    waitingPerUser: 200,
    waitMs: 600_000,
  })
  return <Result>(work: () => Promise<Result>): Promise<Result> =>
    serveToEnd(() => turns.within(1, work))
}
