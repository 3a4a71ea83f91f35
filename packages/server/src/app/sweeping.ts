import type { Lease } from '../db/lease.ts'

type SweepingDeps = {
  /** What one process does for all that share the database, while it holds the lease. */
  steps: (() => Promise<unknown>)[]
  /** What each process does for itself. */
  ownSteps?: (() => Promise<unknown>)[]
  lease: Lease
  everyMs: number
  onError: (error: unknown) => void
}

/** How long a process that is gone keeps the others from sweeping. */
export const sweepLeaseMs = 90_000

/**
 * What is done now and then, for as long as the process lives: removing what has ended. Steps run one
 * after the other; one that fails is reported, keeps none after it from running, and is tried again
 * with the next sweep. Of several processes one sweeps, since two at once only wait for each other.
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
      // Before it is released, which this would undo.
      await prolonged
    }
  }

  /** After a very large deletion one sweep may outlast the interval: then it is the one under way. */
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
