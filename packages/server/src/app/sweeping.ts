import type { Lease } from '../db/lease.ts'

type SweepingDeps = {
  /** Steps that one process does for all that share the database, while it holds the lease. */
  steps: (() => Promise<unknown>)[]
  /** Steps that each process does for itself. */
  ownSteps?: (() => Promise<unknown>)[]
  lease: Lease
  everyMs: number
  onError: (error: unknown) => void
}

/** How long an ended process keeps the others from sweeping. */
export const sweepLeaseMs = 90_000

/**
 * Removes what has ended, once a minute while the process lives. Steps run one after the other; one that fails is
 * reported, keeps none after it from running, and is tried again with the next sweep. If several processes share the
 * store, one of them sweeps, since two at once only wait for each other.
 */
export function createSweeping(deps: SweepingDeps) {
  const { steps, ownSteps = [], lease, everyMs, onError } = deps
  let timer: NodeJS.Timeout | undefined
  let sweeping: Promise<void> | null = null
  let hasStopped = false

  /** False when it failed. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | false> {
    try {
      return await work()
    } catch (error) {
      onError(error)
      return false
    }
  }

  async function sweepAll(): Promise<void> {
    for (const step of ownSteps) if (!hasStopped) await attempt(step)
    // A step may outlast the lease.
    let prolonged: Promise<unknown> = Promise.resolve()
    const prolong = () => {
      prolonged = attempt(lease.take)
    }
    const prolonging = setInterval(prolong, sweepLeaseMs / 3)
    try {
      for (const step of steps) {
        if (hasStopped || !(await attempt(lease.take))) return
        await attempt(step)
      }
    } finally {
      clearInterval(prolonging)
      // Runs before the release, which would undo this.
      await prolonged
    }
  }

  /** After a very large deletion one sweep may outlast the interval and still be under way. */
  function sweep(): Promise<void> {
    sweeping ??= sweepAll().finally(() => (sweeping = null))
    return sweeping
  }

  return {
    sweep,
    start(): void {
      timer = setInterval(() => void sweep(), everyMs)
    },
    /** Resolves when the step under way has ended. */
    async stop(): Promise<void> {
      hasStopped = true
      clearInterval(timer)
      await sweeping
      await attempt(lease.release)
    },
  }
}
