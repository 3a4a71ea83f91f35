import { useQuery } from '@tanstack/react-query'
import { countersQuery } from '../../features/mails/counters-query.ts'
import { compactCount } from './sidebar-link.tsx'

type TeamUnreadProps = { team: number; isCurrent: boolean }

/** How many unread mails a team has. Only those of the current team are kept fresh by live events. */
export function TeamUnread({ team, isCurrent }: TeamUnreadProps) {
  const staleTime = isCurrent ? Infinity : 0
  const unread = useQuery({ ...countersQuery(team), staleTime }).data?.unread ?? 0
  if (unread === 0) return null
  return (
    <span className="num flex-none text-xs text-ink-3">
      {compactCount(unread)}
      <span className="sr-only"> unread</span>
    </span>
  )
}
