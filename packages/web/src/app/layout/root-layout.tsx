import { useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { deferred, useDeferred } from '../../lib/deferred.ts'
import { hasWaitingToasts, subscribeToWaiting } from '../../ui/toast.ts'

const toaster = deferred(() => import('../../ui/toaster.tsx'))
const tooltips = deferred(() => import('../../ui/tooltips.tsx'))

export function RootLayout() {
  const Tooltips = useDeferred(tooltips, false)?.Tooltips
  const hasToasts = useSyncExternalStore(subscribeToWaiting, hasWaitingToasts)
  const Toaster = useDeferred(toaster, hasToasts)?.Toaster
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <ScrollRestoration />
      {Toaster && <Toaster />}
      {Tooltips && <Tooltips />}
    </>
  )
}

/** A line along the top while the next screen loads, for waits that are long enough to notice. */
function NavigationProgress() {
  if (useNavigation().state === 'idle') return null
  return (
    // A status, because it is in no landmark.
    <div role="status">
      <div
        role="progressbar"
        aria-label="Loading"
        className="appear-late pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
      >
        <div className="progress h-full w-1/3 bg-accent" />
      </div>
    </div>
  )
}
