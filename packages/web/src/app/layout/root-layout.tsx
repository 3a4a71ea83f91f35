import { Outlet, ScrollRestoration } from 'react-router'
import { deferred, useDeferred } from '../../lib/deferred.ts'
import { Toaster } from '../../ui/toast.tsx'
import { NavigationProgress } from './navigation-progress.tsx'

const tooltips = deferred(() => import('../../ui/tooltips.tsx'))

export function RootLayout() {
  const Tooltips = useDeferred(tooltips, false)?.Tooltips
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <ScrollRestoration />
      <Toaster />
      {Tooltips && <Tooltips />}
    </>
  )
}
