/** How often a burst of live events may ask the server. */
export const burstMs = 250

/**
 * Runs `work` at once when asked, and at most once in each `ms` while asked again and again; the
 * last ask is never lost. `cancel` forgets an ask that waits.
 */
export function coalesce(work: () => void, ms: number): { ask: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null
  let isAsked = false
  const rest = () => {
    timer = null
    if (isAsked) run()
  }
  const run = () => {
    isAsked = false
    timer = setTimeout(rest, ms)
    work()
  }
  return {
    ask() {
      if (timer === null) run()
      else isAsked = true
    },
    cancel() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      isAsked = false
    },
  }
}
