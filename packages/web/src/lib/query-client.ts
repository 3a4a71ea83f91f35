import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

type QueryClientDeps = {
  /** Told of every answer that says the session has ended. */
  onSignedOut: () => void
}

const retries = 3
const firstRetryMs = 1_000
const longestRetryMs = 30_000
const keptUnusedMs = 5 * 60_000

/** The cache of what the server said. Changes are never repeated; reading is, when that can help. */
export function createQueryClient({ onSignedOut }: QueryClientDeps): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'signed_out') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    // The browser's word on being offline is not asked: a server on the same machine, or in the
    // same house, is there without the internet.
    defaultOptions: {
      queries: { networkMode: 'always', retry: worthRetrying, retryDelay, gcTime: keptUnusedMs },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** What the server refused, it refuses again; what went wrong on the way may go right. */
export function worthRetrying(failures: number, error: unknown): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return !refused && failures < retries
}

export function retryDelay(failures: number): number {
  return Math.min(firstRetryMs * 2 ** failures, longestRetryMs)
}
