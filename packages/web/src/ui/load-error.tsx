import { RotateCw, TriangleAlert } from 'lucide-react'
import { errorText } from '../lib/api-error.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type LoadErrorProps = {
  title: string
  /** The query that failed. */
  query: { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** Shows why a query has no data, and offers to try again. Data that is there stays in sight. */
export function LoadError({ title, query }: LoadErrorProps) {
  if (query.error === null || query.data !== undefined) return null
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
      {errorText(query.error)}
    </EmptyState>
  )
}
