import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, type ComponentType, type ReactNode } from 'react'
import { useLocation, useRoutes, type RouteObject } from 'react-router'
import { currentUserQuery, reloadCurrentUser } from '../features/accounts/current-user.ts'
import { createQueryClient } from '../lib/api/query-client.ts'
import type { Realtime } from '../lib/api/realtime.ts'
import { createRoutes } from './routes.tsx'
import { ScreenErrors } from './screen-errors.tsx'

type WebDeps = {
  /** Opens the live connection when the first screen needs it. */
  openRealtime: (deps: { onTurnedAway: () => void }) => Promise<Realtime>
  /** Holds the address: that of the browser, or one in memory. */
  Router: ComponentType<{ children: ReactNode }>
}

/**
 * A login in another tab ends the session of this one. The server says so here while its reply with the
 * new cookie is still on the way to the other tab. Without this pause, this tab would fetch the profile
 * with the old cookie and find that the user is signed out.
 */
const cookieOnItsWayMs = 300

/**
 * Connects the parts of the application. It first fetches the profile, and only then shows a screen.
 *
 * A session can end elsewhere: in another tab, from the list of sessions, by a new password. The page
 * learns it from a reply of 401, from the live connection, or from fetching the profile when the tab is
 * shown again. Each sets the cached profile, and the screens depend on that.
 */
export async function createWeb({ openRealtime, Router }: WebDeps): Promise<ReactNode> {
  const queryClient = createQueryClient({
    onSignedOut: () => queryClient.setQueryData(currentUserQuery.queryKey, null),
  })
  // A failure is ignored here: each screen fetches again what it needs.
  const lookAgain = () => void reloadCurrentUser(queryClient).catch(() => undefined)

  const onTurnedAway = () => void setTimeout(lookAgain, cookieOnItsWayMs)

  await queryClient.prefetchQuery({ ...currentUserQuery, retry: false })
  // The back button can restore a page as it was, with the screen of a session that has ended.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) lookAgain()
  })
  const routes = createRoutes({ openRealtime: () => openRealtime({ onTurnedAway }) })
  return (
    <QueryClientProvider client={queryClient}>
      <Router>
        <AppRoutes routes={routes} />
      </Router>
    </QueryClientProvider>
  )
}

/** The screen of the address. */
function AppRoutes({ routes }: { routes: RouteObject[] }) {
  const { key } = useLocation()
  return (
    <ScreenErrors at={key}>
      <Suspense fallback={null}>{useRoutes(routes)}</Suspense>
    </ScreenErrors>
  )
}
