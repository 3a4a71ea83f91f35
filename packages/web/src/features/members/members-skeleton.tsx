import { Skeleton } from '../../ui/skeleton.tsx'

/** More rows than fit a screen are not worth drawing. */
const mostRows = 8

/** As many rows as there will be members. */
export function MembersSkeleton({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: Math.min(count, mostRows) }, (_, row) => (
        <div
          key={row}
          className="flex min-h-14 items-center gap-3 border-b border-line py-2 pr-4 pl-3 last:border-b-0"
        >
          <Skeleton className="size-9 flex-none rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="w-32" />
            <Skeleton className="h-2! w-48 max-w-full" />
          </span>
          <Skeleton className="w-16" />
        </div>
      ))}
    </div>
  )
}
