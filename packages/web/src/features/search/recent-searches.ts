import { useSyncExternalStore } from 'react'
import { readStored, store } from '../../lib/stored.ts'

/**
 * The last searches of each team in this browser, the latest first. Logging out removes them. It
 * never leaves the browser.
 */
const storageKey = 'recentSearches'
const kept = 10
const listeners = new Set<() => void>()

type Searches = Readonly<Record<string, readonly string[]>>
let cached: { stored: string | null; searches: Searches } = { stored: null, searches: {} }
const none: readonly string[] = []

export function useRecentSearches(team: number | null): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => readSearches()[String(team)] ?? none,
  )
}

export function rememberSearch(team: number, search: string): void {
  const others = (readSearches()[team] ?? []).filter((one) => one !== search)
  write({ ...readSearches(), [team]: [search, ...others].slice(0, kept) })
}

export function forgetSearch(team: number, search: string): void {
  const others = (readSearches()[team] ?? []).filter((one) => one !== search)
  write({ ...readSearches(), [team]: others })
}

/** Forgets the searches of one team, or of all teams. */
export function forgetSearches(team?: number): void {
  write(team === undefined ? {} : { ...readSearches(), [team]: [] })
}

/** The same object as long as the same is stored. */
function readSearches(): Searches {
  const stored = readStored(storageKey)
  if (stored !== cached.stored) cached = { stored, searches: parse(stored) }
  return cached.searches
}

function parse(stored: string | null): Searches {
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).map(([team, searches]) => [team, textsOf(searches)]),
    )
  } catch {
    return {}
  }
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, kept) : []

function write(searches: Searches): void {
  store(storageKey, JSON.stringify(searches))
  for (const listener of listeners) listener()
}
