import { Skeleton } from '../../../ui/pages/skeleton.tsx'
import { rowHeight } from './mail-row.tsx'

const senders = ['w-24', 'w-36', 'w-20', 'w-28', 'w-40']
/** More rows than fit on a screen; the rest is cut off. */
const rows = [...senders, ...senders, ...senders, ...senders, ...senders, ...senders]

/** The shape of the list while it loads. */
export function MailRowSkeletons() {
  return (
    <div role="status" className="appear-late relative overflow-hidden">
      {/* The text lies over the rows, so that they are where the rows of the list will be. */}
      <p className="absolute inset-x-0 top-24 z-1 mx-auto w-fit rounded-md bg-surface px-3 py-1 text-sm text-ink-2">
        Loading...
      </p>
      {rows.map((sender, index) => (
        <div
          key={index}
          style={{ height: rowHeight }}
          className="grid content-center gap-2.5 border-b border-line pr-3.5 pl-[30px] pointer-coarse:pl-10"
        >
          <span className="flex justify-between">
            <Skeleton className={sender} />
            <Skeleton className="h-2.5! w-16" />
          </span>
          <Skeleton className={index % 3 ? 'w-3/5' : 'w-4/5'} />
        </div>
      ))}
    </div>
  )
}
