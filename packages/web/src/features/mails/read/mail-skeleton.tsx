import { Skeleton } from '../../../ui/skeleton.tsx'

const lines = ['w-2/5', 'w-4/5', 'w-3/4', 'w-5/6', 'w-1/2']

/** The shape of a mail while it loads, with or without its header. */
export function MailSkeleton({ withHeader }: { withHeader: boolean }) {
  return (
    <div role="status" className="appear-late flex min-h-0 flex-1 flex-col overflow-hidden">
      <span className="sr-only">Loading...</span>
      {withHeader && (
        <div className="flex-none border-b border-line px-[26px] pt-6 pb-[18px] max-tablet:px-4">
          <Skeleton className="mb-5 h-4! w-3/5" />
          <div className="flex gap-3">
            <Skeleton className="size-9! flex-none rounded-full!" />
            <div className="grid flex-1 content-center gap-2.5">
              <Skeleton className="w-2/5" />
              <Skeleton className="h-2.5! w-1/3" />
              {/* On a phone the date has a line of its own. */}
              <Skeleton className="h-2.5! w-1/2 tablet:hidden" />
            </div>
          </div>
        </div>
      )}
      <div className="flex h-10 flex-none items-center gap-5 border-b border-line pl-[26px] max-tablet:px-4">
        <Skeleton className="w-12" />
        <Skeleton className="w-8" />
        <Skeleton className="w-14" />
      </div>
      <div className="grid content-start gap-4 px-[26px] py-6 max-tablet:px-4">
        {lines.map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    </div>
  )
}
