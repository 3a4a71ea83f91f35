import { RotateCw, TriangleAlert } from 'lucide-react'
import { errorText } from '../../lib/api/api-error.ts'
import { failureOf } from '../../lib/api/query-client.ts'
import { Button } from '../buttons/button.tsx'
import { EmptyState } from './empty-state.tsx'

export type LoadErrorProps = {
  title: string
  /** The query that failed. */
  query: {
    data: unknown
    error: unknown
    failureCount: number
    failureReason: unknown
    isFetching: boolean
    refetch: () => unknown
  }
}

/** Shows why a query has no data, also while it is tried again. Data that is there stays in sight. */
export function LoadError({ title, query }: LoadErrorProps) {
  const failure = failureOf(query)
  if (failure === null || query.data !== undefined) return null
  const retry = () => void query.refetch()
  return (
    <EmptyState
      role="alert"
      icon={<TriangleAlert className="text-danger" />}
      title={title}
      action={
        <Button icon={<RotateCw />} loading={query.isFetching} onClick={retry}>
          Try again
        </Button>
      }
    >
      {errorText(failure)}
    </EmptyState>
  )
}
