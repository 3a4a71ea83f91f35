import { Skeleton } from '../../ui/skeleton.tsx'
import { rowHeight } from './mail-row.tsx'

const widths = ['w-24', 'w-36', 'w-20', 'w-28', 'w-40', 'w-24', 'w-32', 'w-28']
const subjects = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-3/4', 'w-2/5', 'w-3/5', 'w-1/2']

/** The list before it is there, in the shape it will have. */
export function MailRowSkeletons() {
  return (
    <div role="status" aria-label="Loading..." className="appear-late overflow-hidden">
      {widths.map((width, index) => (
        <div
          key={index}
          style={{ height: rowHeight }}
          className="grid content-center gap-2.5 border-b border-line pr-3.5 pl-[30px] pointer-coarse:pl-9"
        >
          <span className="flex justify-between">
            <Skeleton className={width} />
            <Skeleton className="h-2.5! w-16" />
          </span>
          <Skeleton className={subjects[index] ?? 'w-1/2'} />
          <Skeleton className="h-2.5! w-32" />
        </div>
      ))}
    </div>
  )
}
