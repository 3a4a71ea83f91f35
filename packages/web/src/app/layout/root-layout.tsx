import { Outlet, ScrollRestoration } from 'react-router'
import { deferred, useDeferred } from '../../lib/deferred.ts'
import { Toasts } from '../../ui/toasts.tsx'
import { NavigationProgress } from './navigation-progress.tsx'

const tooltips = deferred(() => import('../../ui/tooltips.tsx'))

export function RootLayout() {
  const Tooltips = useDeferred(tooltips, false)?.Tooltips
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <ScrollRestoration />
      <Toasts />
      {Tooltips && <Tooltips />}
    </>
  )
}
