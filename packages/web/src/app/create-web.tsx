import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RouterProvider, type DataRouter, type RouteObject } from 'react-router'
import { currentUserQuery, reloadCurrentUser } from '../features/accounts/current-user.ts'
import { createQueryClient } from '../lib/query-client.ts'
import type { Realtime } from '../lib/realtime.ts'
import { createRoutes } from './routes.tsx'

type WebDeps = {
  /** Makes the live connection, when the first screen needs it. */
  openRealtime: (deps: { onTurnedAway: () => void }) => Promise<Realtime>
  /** The browser's router, or one that lives in memory. */
  createRouter: (routes: RouteObject[]) => DataRouter
}

/**
 * Another tab that logs in ends this one's session, which is told beside the answer that brings the
 * cookie of the new one. Who looked before that answer is there would find nobody signed in.
 */
const cookieOnItsWayMs = 300

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

  const onTurnedAway = () => void setTimeout(lookAgain, cookieOnItsWayMs)

  await queryClient.prefetchQuery({ ...currentUserQuery, retry: false })
  // The back button can bring a page back as it was left, with the screen of a session long gone.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) lookAgain()
  })
  const router = createRouter(
    createRoutes({ queryClient, openRealtime: () => openRealtime({ onTurnedAway }) }),
  )
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
