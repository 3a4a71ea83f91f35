import type { User } from '@mailstop/contract'
import { usePrefetchQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import {
  matchRoutes,
  Navigate,
  Outlet,
  useLocation,
  useNavigate,
  type Location,
  type RouteObject,
} from 'react-router'
import { currentUserQuery, loadCurrentUser } from '../features/accounts/current-user.ts'
import { endSession, forgetSession } from '../features/accounts/log-out.ts'
import { forgetAddresses } from '../features/forwarding/past-addresses.ts'
import { forgetSearches } from '../features/search/recent-searches.ts'
import { teamsQuery } from '../features/teams/use-teams.ts'
import { paths } from '../lib/paths/paths.ts'
import { failureOf } from '../lib/api/query-client.ts'
import { withQuery } from '../lib/paths/with-query.ts'
import type { LazyScreen } from './lazy-screen.tsx'
import { ScreenErrorPage } from './screens/screen-error-page.tsx'

/** The page to show before `path`, with the way back to `path`; null when the user may see `path`. */
function detour(user: User | null, path: string): string | null {
  if (user?.email_verified_at) return null
  return withQuery(user ? paths.verifyEmail : paths.login, { redirect: path })
}

/**
 * Admits users who are signed in and verified. Others are redirected to Login or to the verification, and
 * back; also when the session ends while a screen is shown. A profile that could not be fetched is asked for
 * a few times more; then the visitor counts as signed out. A user who is already known stays signed in.
 */
export function VerifiedUsers({ routes }: { routes: RouteObject[] }) {
  const profile = useQuery(currentUserQuery)
  const isUnknown = profile.isLoadingError
  const user = isUnknown ? null : profile.data
  const [shownTo, setShownTo] = useState<number | null>(null)
  if (user && shownTo === null) setShownTo(user.id)
  const { pathname, search, hash } = useLocation()
  const isOther = user && shownTo !== null && user.id !== shownTo
  useEffect(() => {
    // Another user has logged in in another tab, and must not see this page.
    if (isOther) window.location.reload()
  }, [isOther])

  if (user === undefined) {
    const failure = failureOf(profile)
    return failure !== null && <ScreenErrorPage error={failure} />
  }
  const elsewhere = detour(user, pathname + search + hash)
  if (elsewhere !== null) return <Navigate to={elsewhere} replace state={{ isUnknown }} />
  return isOther ? null : <Admitted routes={routes} />
}

/** Loads the teams, which all these screens need, and the code of all parts of the screen at the same time. */
function Admitted({ routes }: { routes: RouteObject[] }) {
  usePrefetchQuery(teamsQuery)
  for (const { route } of matchRoutes(routes, useLocation()) ?? []) {
    const { load } = (route.handle ?? {}) as Partial<LazyScreen>
    // The screen itself reports a failure.
    load?.().catch(() => undefined)
  }
  return <Outlet />
}

/** Screens about accounts. In open mode there are none, and their addresses lead to the inbox. */
export function WithAccounts({ children = <Outlet /> }: { children?: ReactNode }) {
  const { data: user } = useQuery({ ...currentUserQuery, retry: false })
  return user?.is_open ? <Navigate to={paths.inbox} replace /> : children
}

/**
 * Login is for users who are not signed in: opening it ends the current session. A user who was
 * sent here because the profile could not be fetched stays signed in: Login goes back once the profile is there.
 */
export function SignedOut({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const {
    state: came,
    pathname,
    search,
  } = useLocation() as Location & {
    state: { isUnknown?: boolean } | null
  }
  const [wasSentUnknown] = useState(came?.isUnknown === true)
  const [state, setState] = useState<{ isSignedOut: boolean; error?: unknown }>({
    isSignedOut: false,
  })
  const navigate = useNavigate()
  useEffect(() => {
    if (wasSentUnknown) {
      // A user who opens this entry of the history again wants Login.
      if (came !== null) void navigate(pathname + search, { replace: true, state: null })
      return
    }
    startSignedOut(queryClient).then(
      () => setState({ isSignedOut: true }),
      (error: unknown) => setState({ isSignedOut: false, error }),
    )
  }, [queryClient, wasSentUnknown, came, navigate, pathname, search])
  if (state.error !== undefined) return <ScreenErrorPage error={state.error} />
  return (wasSentUnknown || state.isSignedOut) && children
}

async function startSignedOut(queryClient: QueryClient): Promise<void> {
  // Login has to open even when the server cannot be reached.
  const user = await loadCurrentUser(queryClient).catch(() => undefined)
  if (user) await endSession(queryClient)
  // The next user must see nothing of the ended session.
  if (user === null) forgetSession(queryClient)
  if (user !== undefined) {
    forgetSearches()
    forgetAddresses()
  }
}
