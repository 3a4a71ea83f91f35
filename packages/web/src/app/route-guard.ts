import type { QueryClient } from '@tanstack/react-query'
import { redirect, type LoaderFunction, type MiddlewareFunction } from 'react-router'
import { loadCurrentUser } from '../features/accounts/current-user.ts'
import { endSession } from '../features/accounts/log-out.ts'
import { teamsQuery } from '../features/teams/use-teams.ts'
import { withQuery } from '../lib/redirect-path.ts'

/** Lets in who is signed in and verified; sends others to the screen that makes them so, and back. */
export function requireVerifiedUser(queryClient: QueryClient): MiddlewareFunction {
  return async ({ request }, next) => {
    const user = await loadCurrentUser(queryClient)
    if (user?.email_verified_at) {
      // Everything behind here needs the teams: they load while the screen's code does.
      void queryClient.prefetchQuery(teamsQuery)
      return next()
    }
    const { pathname, search } = new URL(request.url)
    throw redirect(withQuery(user ? '/verify-email' : '/login', { redirect: pathname + search }))
  }
}

/** Login is for whoever is not signed in: opening it ends a session that there is. */
export function startSignedOut(queryClient: QueryClient): LoaderFunction {
  return async () => {
    // Login has to open even when the server cannot be asked.
    const user = await loadCurrentUser(queryClient).catch(() => null)
    if (user) await endSession(queryClient)
    return null
  }
}
