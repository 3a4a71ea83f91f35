import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

type QueryClientDeps = {
  /** Called for every reply that says that the session has ended. */
  onSignedOut: () => void
}

const retries = 3
const firstRetryMs = 1_000
const longestRetryMs = 30_000
const keptUnusedMs = 5 * 60_000

/** The cache of the server's replies. A failed change is never retried. A failed fetch is retried if that can help. */
export function createQueryClient({ onSignedOut }: QueryClientDeps): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'signed_out') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    // What the browser says about being offline is ignored: a server on the same machine or in the
    // same network is reachable without the internet.
    defaultOptions: {
      queries: { networkMode: 'always', retry: worthRetrying, retryDelay, gcTime: keptUnusedMs },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** A retry helps after a broken connection. It does not help after a refusal, or if the stored data is damaged. */
export function worthRetrying(failures: number, error: unknown): boolean {
  const refused =
    error instanceof ApiError &&
    ((error.status >= 400 && error.status < 500) || error.code === 'damaged')
  return !refused && failures < retries
}

/** After this many failures the user sees the error, while the retries go on. */
const shownAfterFailures = 2

/** Why a query has no data: the error, or the failure that is being retried; null until there is one to show. */
export function failureOf(query: {
  error: unknown
  failureCount: number
  failureReason: unknown
}): unknown {
  return query.error ?? (query.failureCount >= shownAfterFailures ? query.failureReason : null)
}

export function retryDelay(failures: number): number {
  return Math.min(firstRetryMs * 2 ** failures, longestRetryMs)
}
