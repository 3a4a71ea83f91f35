import { Skeleton } from '../../ui/skeleton.tsx'

/** One row, which there always is. */
export function SessionsSkeleton() {
  return (
    <div className="flex items-center gap-3 px-4 py-3" role="status" aria-label="Loading">
      <Skeleton className="size-9 rounded-md" />
      <span className="grid h-[38px] flex-1 content-center gap-2">
        <Skeleton className="w-40" />
        <Skeleton className="h-2! w-64 max-w-full" />
      </span>
    </div>
  )
}
