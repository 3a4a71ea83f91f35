import type { ReactNode } from 'react'
import { RouterProvider, type DataRouter, type RouteObject } from 'react-router'
import { currentUserQuery } from '../features/accounts/current-user.ts'
import { withQuery } from '../lib/redirect-path.ts'
import { createQueryClient } from '../lib/query-client.ts'
import type { Realtime } from '../lib/realtime.ts'
import { Providers } from './providers.tsx'
import { createRoutes } from './routes.tsx'

type WebDeps = {
  /** Makes the live connection, when the first screen needs it. */
  openRealtime: () => Promise<Realtime>
  /** The browser's router, or one that lives in memory. */
  createRouter: (routes: RouteObject[]) => DataRouter
}

/** Joins the parts of the application. It first asks who is signed in, and only then shows a screen. */
export async function createWeb({ openRealtime, createRouter }: WebDeps): Promise<ReactNode> {
  const queryClient = createQueryClient({ onSignedOut: goToLogin })
  // A failure is not for now: each screen asks again for what it needs.
  await queryClient.prefetchQuery({ ...currentUserQuery, retry: false })
  const router = createRouter(createRoutes({ queryClient, openRealtime }))

  /** The session ended under an open page. Logging in leads back to it. */
  function goToLogin() {
    const { pathname, search } = router.state.location
    queryClient.setQueryData(currentUserQuery.queryKey, null)
    if (pathname === '/login') return
    void router.navigate(withQuery('/login', { redirect: pathname + search }))
  }

  return (
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  )
}
