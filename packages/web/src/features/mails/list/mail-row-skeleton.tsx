import { Skeleton } from '../../../ui/skeleton.tsx'
import { rowHeight } from './mail-row.tsx'

const senders = ['w-24', 'w-36', 'w-20', 'w-28', 'w-40']
/** More than a screen is high: what is too many is cut off. */
const rows = [...senders, ...senders, ...senders]

/** The list before it is there, in the shape it will have. */
export function MailRowSkeletons() {
  return (
    <div role="status" aria-label="Loading..." className="appear-late overflow-hidden">
      {rows.map((sender, index) => (
        <div
          key={index}
          style={{ height: rowHeight }}
          className="grid content-center gap-2.5 border-b border-line pr-3.5 pl-[30px] pointer-coarse:pl-9"
        >
          <span className="flex justify-between">
            <Skeleton className={sender} />
            <Skeleton className="h-2.5! w-16" />
          </span>
          <Skeleton className={index % 3 ? 'w-3/5' : 'w-4/5'} />
          <Skeleton className="h-2.5! w-32" />
        </div>
      ))}
    </div>
  )
}
