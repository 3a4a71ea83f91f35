import { ownName } from './paths/base-path.ts'

/**
 * Stores the user's choices in this browser. Storage can be blocked or full: a choice then
 * lasts until the page is closed.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(ownName(key))
  } catch {
    return null
  }
}

/** Returns whether the value could be stored. */
export function store(key: string, value: string): boolean {
  try {
    localStorage.setItem(ownName(key), value)
    return true
  } catch {
    return false
  }
}
