import { lazy, useSyncExternalStore, type ComponentType } from 'react'

/** What a route shows, and how its code is loaded before that. */
export type LazyScreen = { Screen: ComponentType; load: () => Promise<unknown> }

const loading = new Set<Promise<unknown>>()
const listeners = new Set<() => void>()

/** Later, because a screen begins to load while React draws. */
function changed() {
  queueMicrotask(() => listeners.forEach((listener) => listener()))
}

/** A screen whose code is loaded when it is first opened. The screen before stays until then. */
export function lazyScreen(importScreen: () => Promise<ComponentType>): LazyScreen {
  let loaded: Promise<ComponentType> | null = null

  function load() {
    loaded ??= counted(importScreen())
    return loaded
  }
  return { load, Screen: lazy(async () => ({ default: await load() })) }
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
