import { useEffect, useSyncExternalStore } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router'
import { deferred, useDeferred } from '../../lib/deferred.ts'
import { InstanceBar } from './instance-bar.tsx'
import { useIsScreenLoading } from '../lazy-screen.tsx'
import { hasWaitingToasts, subscribeToWaiting } from '../../ui/popups/toast.ts'

const popups = deferred(() => import('../../ui/popups/page-popups.ts'))

export function RootLayout() {
  useScrolledToTop()
  const hasToasts = useSyncExternalStore(subscribeToWaiting, hasWaitingToasts)
  const { Toaster, Tooltips } = useDeferred(popups, hasToasts) ?? {}
  return (
    <>
      <InstanceBar />
      <NavigationProgress />
      <Outlet />
      {Toaster && <Toaster />}
      {Tooltips && <Tooltips />}
    </>
  )
}

/** A line along the top while the next screen loads, for waits that are long enough to notice. */
function NavigationProgress() {
  if (!useIsScreenLoading()) return null
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

/** Another page begins at its top. The browser itself scrolls a page of the history as it was. */
function useScrolledToTop() {
  const { pathname } = useLocation()
  const isNew = useNavigationType() !== NavigationType.Pop
  useEffect(() => {
    if (isNew) window.scrollTo(0, 0)
    // Only when the page changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname])
}
