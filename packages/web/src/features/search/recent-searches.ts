import { useSyncExternalStore } from 'react'
import { readStored, store } from '../../lib/stored.ts'

/** What was searched for in this browser until somebody logs out, the latest first. It never leaves it. */
const storageKey = 'recentSearches'
const kept = 6
const listeners = new Set<() => void>()

let cached: { stored: string | null; searches: readonly string[] } = { stored: null, searches: [] }

export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readSearches)
}

export function rememberSearch(search: string): void {
  write([search, ...readSearches().filter((one) => one !== search)].slice(0, kept))
}

export function forgetSearches(): void {
  write([])
}

/** The same array as long as the same is stored. */
function readSearches(): readonly string[] {
  const stored = readStored(storageKey)
  if (stored !== cached.stored) cached = { stored, searches: parse(stored) }
  return cached.searches
}

function parse(stored: string | null): string[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, kept) : []
  } catch {
    return []
  }
}

function write(searches: readonly string[]): void {
  store(storageKey, JSON.stringify(searches))
  for (const listener of listeners) listener()
}
