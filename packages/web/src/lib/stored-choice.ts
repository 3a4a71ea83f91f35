import { useSyncExternalStore } from 'react'
import { readStored, store } from './stored.ts'

/**
 * A choice between some values, of which the first is the usual one. It is in local storage, and applies at once in
 * every tab of this browser.
 */
export function storedChoice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
) {
  const listeners = new Set<() => void>()
  /** Holds the choice until the page is closed if storage is blocked or full. */
  let unstored: Value | null = null

  function read(): Value {
    const chosen = unstored ?? readStored(key)
    return values.find((value) => value === chosen) ?? values[0]
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }

  return {
    read,
    choose(value: Value): void {
      unstored = store(key, value) ? null : value
      for (const listener of listeners) listener()
    },
    use: (): Value => useSyncExternalStore(subscribe, read),
  }
}
