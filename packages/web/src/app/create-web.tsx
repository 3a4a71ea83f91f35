import type { ReactNode } from 'react'
import { RouterProvider, type DataRouter, type RouteObject } from 'react-router'
import { currentUserQuery, reloadCurrentUser } from '../features/accounts/current-user.ts'
import { createQueryClient } from '../lib/query-client.ts'
import type { Realtime } from '../lib/realtime.ts'
import { Providers } from './providers.tsx'
import { createRoutes } from './routes.tsx'

type WebDeps = {
  /** Makes the live connection, when the first screen needs it. */
  openRealtime: (deps: { onTurnedAway: () => void }) => Promise<Realtime>
  /** The browser's router, or one that lives in memory. */
  createRouter: (routes: RouteObject[]) => DataRouter
}

/**
 * Joins the parts of the application. It first asks who is signed in, and only then shows a screen.
 *
 * A session can end elsewhere: in another tab, from the list of sessions, by a new password. However
 * that is learned (an answer of 401, the live connection, a look at the profile when the tab is
 * shown again), it ends up in the profile that is cached here, by which screens decide who may stay.
 */
export async function createWeb({ openRealtime, createRouter }: WebDeps): Promise<ReactNode> {
  const queryClient = createQueryClient({
    onSignedOut: () => queryClient.setQueryData(currentUserQuery.queryKey, null),
  })
  // A failure is not for now: each screen asks again for what it needs.
  const lookAgain = () => void reloadCurrentUser(queryClient).catch(() => undefined)

  await queryClient.prefetchQuery({ ...currentUserQuery, retry: false })
  // The back button can bring a page back as it was left, with the screen of a session long gone.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) lookAgain()
  })
  const router = createRouter(
    createRoutes({ queryClient, openRealtime: () => openRealtime({ onTurnedAway: lookAgain }) }),
  )
  return (
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  )
}
