import { useSyncExternalStore } from 'react'

/** Relative times are exact to the minute; half of one keeps them honest. */
const tickMs = 30_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** One timer for however many times are shown, and none while none is. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    // Nobody has kept the time since the last one left.
    now = Date.now()
    timer = setInterval(tick, tickMs)
    // A tab in the background may have slept through its timers.
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

/** The time now, in milliseconds; what shows it is drawn again as it passes. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
