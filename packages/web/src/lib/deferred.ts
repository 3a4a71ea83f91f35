import { useEffect, useSyncExternalStore } from 'react'
import { askForBuild } from './api/new-version.ts'
import { whenQuiet } from './api/quiet.ts'

/**
 * Code that a screen does not need at first: a dialog, the items of a menu. It loads when the page is
 * idle, or at once when it is needed earlier.
 */
export type Deferred<Module> = {
  /** Null until it is loaded. */
  get: () => Module | null
  /** Loads it; the same promise for every caller. After a failure the next call tries again. */
  load: () => Promise<Module>
  subscribe: (listener: () => void) => () => void
}

export function deferred<Module>(importModule: () => Promise<Module>): Deferred<Module> {
  const listeners = new Set<() => void>()
  let loaded: Module | null = null
  let loading: Promise<Module> | null = null

  async function load() {
    try {
      loaded = await importModule()
      for (const listener of listeners) listener()
      return loaded
    } catch (error) {
      loading = null
      void askForBuild()
      throw error
    }
  }
  return {
    get: () => loaded,
    load: () => (loading ??= load()),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Needed code that could not be loaded is tried again after this pause, because the server may be restarting. */
const retryMs = 2_000

/** The module, or null until it is loaded. It loads when the page is idle, or at once when `needed`. */
export function useDeferred<Module>(
  { get, load, subscribe }: Deferred<Module>,
  needed: boolean,
): Module | null {
  const loaded = useSyncExternalStore(subscribe, get)
  useEffect(() => {
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    async function prepare() {
      if (!needed) await whenQuiet()
      if (!isWanted) return
      try {
        await load()
      } catch {
        // Code that is not needed yet is tried again when it is.
        if (needed && isWanted) timer = setTimeout(() => void prepare(), retryMs)
      }
    }
    void prepare()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [load, needed])
  return loaded
}
