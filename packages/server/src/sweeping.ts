type SweepingDeps = {
  steps: (() => Promise<unknown>)[]
  everyMs: number
  onError: (error: unknown) => void
}

/**
 * What is done now and then, for as long as the process lives: removing what has ended. Steps run one
 * after the other; one that fails is reported, keeps none after it from running, and is tried again
 * with the next sweep.
 */
export function createSweeping({ steps, everyMs, onError }: SweepingDeps) {
  let timer: NodeJS.Timeout | undefined
  let sweeping: Promise<void> | null = null
  let hasStopped = false

  async function sweepAll(): Promise<void> {
    for (const step of steps) {
      if (hasStopped) return
      try {
        await step()
      } catch (error) {
        onError(error)
      }
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
    },
  }
}
