import { useSyncExternalStore } from 'react'

/** Whether the browser has a network, which says nothing about the server behind it. */
export const useIsBrowserOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

function subscribe(listener: () => void): () => void {
  for (const name of ['online', 'offline']) addEventListener(name, listener)
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener)
  }
}
