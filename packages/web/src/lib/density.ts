import { useSyncExternalStore } from 'react'

/**
 * How close together the rows of the mail list are. The choice is in local storage under `density`, and
 * applies at once in every tab of this browser.
 */
export type Density = 'comfortable' | 'compact'

const storageKey = 'density'
const listeners = new Set<() => void>()
/** Until the page is closed, if storage is blocked or full. */
let unstored: Density | null = null

function readDensity(): Density {
  if (unstored !== null) return unstored
  try {
    return localStorage.getItem(storageKey) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}

export function chooseDensity(density: Density): void {
  try {
    localStorage.setItem(storageKey, density)
    unstored = null
  } catch {
    unstored = density
  }
  for (const listener of listeners) listener()
}

export function useDensity(): Density {
  return useSyncExternalStore(subscribe, readDensity)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
