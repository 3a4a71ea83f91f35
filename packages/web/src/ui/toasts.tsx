import { useSyncExternalStore } from 'react'
import { deferred, useDeferred } from '../lib/deferred.ts'
import { waitingToasts } from './toast.ts'

const toaster = deferred(() => import('./toaster.tsx'))

/** Where `toast` of toast.ts shows. */
export function Toasts() {
  const waiting = useSyncExternalStore(waitingToasts.subscribe, waitingToasts.any)
  const loaded = useDeferred(toaster, waiting)
  return loaded && <loaded.Toaster />
}
