import { getVersion } from '@mailstop/contract'
import { useSyncExternalStore } from 'react'
import { call } from './api-client.ts'

/**
 * Whether the server has another build of the web app than this page, as after an upgrade. Code that the
 * page has not loaded yet may then be gone, so the user is asked to reload.
 */
const listeners = new Set<() => void>()
let isNew = false
let isAsking = false

/** The page names its build, except in development. */
const ownBuild = () =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null

/** The build that the server has now, as it says at each connection. */
export function hearBuild(served: string | null): void {
  const own = ownBuild()
  const found = own !== null && served !== null && served !== own
  if (found === isNew) return
  isNew = found
  for (const listener of listeners) listener()
}

/** Asks the server which build it has, since code of this page could not be loaded. */
export async function askForBuild(): Promise<void> {
  if (isNew || isAsking || ownBuild() === null) return
  isAsking = true
  try {
    hearBuild((await call(getVersion)).data.web_build)
  } catch {
    // Offline or signed out, which the page shows by itself.
  } finally {
    isAsking = false
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useIsNewVersion = () => useSyncExternalStore(subscribe, () => isNew)
