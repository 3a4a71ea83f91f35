import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { LoadError, type LoadErrorProps } from './load-error.tsx'
import { Skeleton } from './skeleton.tsx'

type PagedListProps<Item> = {
  /** Names the list for assistive technology. */
  label: string
  items: Item[] | undefined
  list: LoadErrorProps['query'] & {
    isPending: boolean
    hasNextPage?: boolean
    isFetchingNextPage?: boolean
    fetchNextPage?: () => unknown
  }
  problem: string
  empty: { icon: ReactNode; title: string; text: string }
  renderRow: (item: Item) => ReactNode
}

/** A list, in pages or whole, with all that it can be: loading, failed, empty, or to be continued. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { label, items, list, problem, empty, renderRow } = props
  return (
    <div className="rounded-lg border border-line bg-surface" aria-busy={list.isFetching}>
      {list.isPending && <RowSkeletons />}
      <LoadError query={list} title={problem} />
      {items && items.length > 0 && <ul aria-label={label}>{items.map(renderRow)}</ul>}
      {items?.length === 0 && !list.hasNextPage && (
        <EmptyState icon={empty.icon} title={empty.title}>
          {empty.text}
        </EmptyState>
      )}
      {list.hasNextPage && (
        <div className="grid justify-items-center border-t border-line p-2 first:border-t-0">
          <Button loading={list.isFetchingNextPage ?? false} onClick={() => list.fetchNextPage?.()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

function RowSkeletons() {
  return (
    <div role="status" aria-label="Loading" className="appear-late">
      {[0, 1, 2, 3].map((row) => (
        <div
          key={row}
          className="flex min-h-14 items-center gap-3 border-b border-line px-3 last:border-b-0"
        >
          <span className="grid flex-1 gap-2">
            <Skeleton className="w-40" />
            <Skeleton className="h-2! w-64 max-w-full" />
          </span>
        </div>
      ))}
    </div>
  )
}
