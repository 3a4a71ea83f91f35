import { useQuery } from '@tanstack/react-query'
import { countersQuery, unreadQuery } from '../../../features/mails/store/counters-query.ts'
import { compactCount } from './sidebar-link.tsx'

type TeamUnreadProps = { team: number; isCurrent: boolean }

/** How many unread mails a team has. Only those of the current team are kept fresh by live events. */
export function TeamUnread({ team, isCurrent }: TeamUnreadProps) {
  const live = useQuery({ ...countersQuery(team), enabled: isCurrent }).data?.unread
  const asked = useQuery({ ...unreadQuery(team), enabled: !isCurrent }).data
  const unread = (isCurrent ? live : asked) ?? 0
  if (unread === 0) return null
  return (
    <span className="num flex-none text-xs text-ink-3">
      {compactCount(unread)}
      <span className="sr-only"> unread</span>
    </span>
  )
}
