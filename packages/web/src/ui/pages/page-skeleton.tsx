import { Skeleton } from './skeleton.tsx'

/** The shape of a page while it loads: its heading with a sentence, and its first part. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="appear-late grid gap-3 pt-1.5">
      <Skeleton className="h-4! w-36" />
      <Skeleton className="w-72 max-w-full" />
      <Skeleton className="mt-4 h-14! w-full rounded-lg" />
      <Skeleton className="h-14! w-full rounded-lg" />
    </div>
  )
}
