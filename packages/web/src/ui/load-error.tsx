import { errorText } from '../lib/api-error.ts'
import { ErrorState } from './error-state.tsx'

type LoadErrorProps = {
  title: string
  /** The query that failed. */
  query: { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** Shows why a query has no data, and offers to try again. Data that is there stays in sight. */
export function LoadError({ title, query }: LoadErrorProps) {
  if (query.error === null || query.data !== undefined) return null
  return (
    <ErrorState title={title} retrying={query.isFetching} onRetry={() => void query.refetch()}>
      {errorText(query.error)}
    </ErrorState>
  )
}
