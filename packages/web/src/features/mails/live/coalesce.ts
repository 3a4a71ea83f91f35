/** The shortest time between two fetches in a burst of live events. */
export const burstMs = 250

/**
 * `ask` runs `work` at once, but at most once every `ms`. The last ask is never lost. `cancel` forgets a
 * pending ask.
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
