import { createFairShares, type FairShares } from '../../lib/shares/fair-shares.ts'

export const createSearchShares = (atOnce: number): FairShares =>
  createFairShares({
    total: atOnce,
    // So that one user's slow searches leave a slot for others.
    perUser: Math.max(1, atOnce - 1),
    waiting: 400,
    waitingPerUser: 120,
    waitMs: 30_000,
  })
