import { useSyncExternalStore } from 'react'

/** Relative times are exact to the minute, so they are updated twice a minute. */
const tickMs = 30_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** One timer for all times that are shown, and none while none is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    // The time was not updated while none was shown.
    now = Date.now()
    timer = setInterval(tick, tickMs)
    // The browser may have paused the timers of a tab in the background.
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The current time in milliseconds. The component renders again as time passes. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
