import type { User } from '@mailstop/contract'
import type { QueryClient } from '@tanstack/react-query'
import { redirect, type LoaderFunction, type MiddlewareFunction } from 'react-router'
import { loadCurrentUser } from '../features/accounts/current-user.ts'
import { endSession, forgetSession } from '../features/accounts/log-out.ts'
import { forgetAddresses } from '../features/forwarding/past-addresses.ts'
import { forgetSearches } from '../features/search/recent-searches.ts'
import { teamsQuery } from '../features/teams/use-teams.ts'
import { paths } from '../lib/paths.ts'
import { withQuery } from '../lib/redirect-path.ts'

/** The page to show before `path`, with the way back to `path`; null when the user may see `path`. */
export function detour(user: User | null, path: string): string | null {
  if (user?.email_verified_at) return null
  return withQuery(user ? paths.verifyEmail : paths.login, { redirect: path })
}

/** Admits users who are signed in and verified. Others are redirected to Login or to the verification, and back. */
export function requireVerifiedUser(queryClient: QueryClient): MiddlewareFunction {
  return async ({ request }, next) => {
    const { pathname, search } = new URL(request.url)
    const path = pathname + search
    const elsewhere = detour(await loadCurrentUser(queryClient), path + fragmentOf(path))
    if (elsewhere !== null) throw redirect(elsewhere)
    // All these screens need the teams, which load at the same time as the code of the screen.
    void queryClient.prefetchQuery(teamsQuery)
    return next()
  }
}

/** Routers leave it out of their requests. The address bar has it when the page is opened. */
function fragmentOf(path: string): string {
  const { pathname, search, hash } = window.location
  return path === pathname + search ? hash : ''
}

/** Login is for users who are not signed in: opening it ends the current session. */
export function startSignedOut(queryClient: QueryClient): LoaderFunction {
  return async () => {
    // Login has to open even when the server cannot be reached.
    const user = await loadCurrentUser(queryClient).catch(() => undefined)
    if (user) await endSession(queryClient)
    // The next user must see nothing of the ended session.
    if (user === null) forgetSession(queryClient)
    if (user !== undefined) {
      forgetSearches()
      forgetAddresses()
    }
    return null
  }
}
