type StopDeps = {
  /** How long the process is not ready, and works on, before it stops. Ctrl-C does not wait for this. */
  drainMs: number
  drain: () => void
  stop: () => Promise<void>
  print: (line: string) => void
  fail: (lines: string[]) => void
  end: () => void
  elapsed?: () => number
}

// Longer than the parts together wait for their work in flight, one after the other.
const stopDeadlineMs = 30_000
/** A terminal and a service signal npm as well, which passes it on: within this time it is the same signal. */
const sameSignalMs = 1_000

/**
 * What signals do: the first one drains and stops the process, the next one ends the draining, and one while
 * it stops ends the process at once.
 */
export function createStopping(deps: StopDeps) {
  const { drainMs, print, fail, elapsed = () => performance.now() } = deps
  let signalledAt: number | null = null
  let endDrain: (() => void) | null = null

  async function drain(): Promise<void> {
    print(`\nStopping in ${drainMs / 1_000} s: this process is not ready any more`)
    deps.drain()
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, drainMs)
      endDrain = () => (clearTimeout(timer), resolve())
    })
    endDrain = null
  }

  async function stop(why = 'Stopping'): Promise<void> {
    print(`\n${why}: finishing what is under way`)
    const deadline = setTimeout(() => fail(['Mailstop did not stop in time.']), stopDeadlineMs)
    await deps.stop()
    clearTimeout(deadline)
    deps.end()
  }

  return {
    async signalled(name: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): Promise<void> {
      const isFirst = signalledAt === null
      if (signalledAt !== null && elapsed() - signalledAt < sameSignalMs) return
      signalledAt = elapsed()
      if (endDrain) endDrain()
      else if (!isFirst) fail(['Stopped at once: what was under way is lost.'])
      else {
        if (name === 'SIGTERM' && drainMs > 0) await drain()
        await stop()
      }
    },
    /** What started this process has ended, which counts as no signal. */
    async ended(why: string): Promise<void> {
      if (signalledAt !== null) return
      signalledAt = elapsed()
      await stop(why)
    },
    hasBegun: () => signalledAt !== null,
  }
}
