import { Suspense } from 'react'
import { useLocation, useRoutes, type RouteObject } from 'react-router'
import { ScreenErrors } from './screen-errors.tsx'

/** The screen of the address. */
export function AppRoutes({ routes }: { routes: RouteObject[] }) {
  const { key } = useLocation()
  return (
    <ScreenErrors at={key}>
      <Suspense fallback={null}>{useRoutes(routes)}</Suspense>
    </ScreenErrors>
  )
}
