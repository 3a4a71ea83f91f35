import { lazy, useSyncExternalStore, type ComponentType } from 'react'
import { askForBuild } from '../lib/api/new-version.ts'

/** The screen of a route, and a function that loads its code. */
export type LazyScreen = { Screen: ComponentType; load: () => Promise<unknown> }

const loading = new Set<Promise<unknown>>()
const listeners = new Set<() => void>()

/** Tells the listeners later, because a screen begins to load while React draws. */
function changed() {
  queueMicrotask(() => listeners.forEach((listener) => listener()))
}

/** Screens whose code could not be loaded, and how each is made ready for another attempt. */
const failed = new Set<() => void>()

/**
 * Screens whose code could not be loaded try again when they are next opened. Call this once the failure
 * is shown: a screen that is being drawn has to fail each time, or it would load forever.
 */
export function forgetFailedScreens(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/** A screen whose code is loaded when it is first opened. The screen before stays until then. */
export function lazyScreen(importScreen: () => Promise<ComponentType>): LazyScreen {
  let loaded: Promise<ComponentType> | null = null
  const loadLater = () => lazy(async () => ({ default: await load() }))
  let Loaded = loadLater()

  function load() {
    loaded ??= counted(importScreen()).catch((error: unknown) => {
      failed.add(forget)
      void askForBuild()
      throw error
    })
    return loaded
  }

  function forget() {
    loaded = null
    // React keeps the failure too.
    Loaded = loadLater()
  }
  return { load, Screen: () => <Loaded /> }
}

/** Counts a screen as loading until it is there or has failed. */
async function counted<T>(screen: Promise<T>): Promise<T> {
  loading.add(screen)
  changed()
  try {
    return await screen
  } finally {
    loading.delete(screen)
    changed()
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useIsScreenLoading = () => useSyncExternalStore(subscribe, () => loading.size > 0)
