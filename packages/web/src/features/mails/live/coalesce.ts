/** How often a burst of live events may ask the server. */
export const burstMs = 250

/** A clock that calls back: the browser's timers, or a test's. */
export type Timers = {
  set: (callback: () => void, ms: number) => unknown
  clear: (timer: unknown) => void
}

const browserTimers: Timers = {
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
}

/**
 * Runs `work` at once when asked, and at most once in each `ms` while asked again and again; the
 * last ask is never lost. `cancel` forgets an ask that waits.
 */
export function coalesce(
  work: () => void,
  ms: number,
  timers: Timers = browserTimers,
): { ask: () => void; cancel: () => void } {
  let timer: unknown = null
  let isAsked = false
  const rest = () => {
    timer = null
    if (isAsked) run()
  }
  const run = () => {
    isAsked = false
    timer = timers.set(rest, ms)
    work()
  }
  return {
    ask: () => {
      if (timer === null) run()
      else isAsked = true
    },
    cancel: () => {
      if (timer !== null) timers.clear(timer)
      timer = null
      isAsked = false
    },
  }
}
