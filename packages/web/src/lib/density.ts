import { useSyncExternalStore } from 'react'
import { readStored, store } from './stored.ts'

/**
 * How close together the rows of the mail list are. The choice is in local storage under `density`, and
 * applies at once in every tab of this browser.
 */
export type Density = 'comfortable' | 'compact'

const storageKey = 'density'
const listeners = new Set<() => void>()
/** Holds the choice until the page is closed if storage is blocked or full. */
let unstored: Density | null = null

function readDensity(): Density {
  return (unstored ?? readStored(storageKey)) === 'compact' ? 'compact' : 'comfortable'
}

export function chooseDensity(density: Density): void {
  unstored = store(storageKey, density) ? null : density
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
