import { useEffect, useSyncExternalStore } from 'react'
import { whenQuiet } from './quiet.ts'

/**
 * Code that a screen does without until someone asks for it: a dialog, what is in a menu. It loads
 * when the page has come to rest, or at once when it is needed sooner.
 */
export type Deferred<Module> = {
  /** Null until it is there. */
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

/** The module once it is there. While mounted it is on its way, and hurries when it is `needed`. */
export function useDeferred<Module>(
  { get, load, subscribe }: Deferred<Module>,
  needed: boolean,
): Module | null {
  const loaded = useSyncExternalStore(subscribe, get)
  useEffect(() => {
    let isWanted = true
    async function prepare() {
      if (!needed) await whenQuiet()
      if (isWanted) await load()
    }
    // Without a connection it is asked for again when it is needed next.
    void prepare().catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [load, needed])
  return loaded
}
