import { useQuery } from '@tanstack/react-query'
import { countersQuery, unreadQuery } from '../../../features/mails/store/counters-query.ts'
import { compactCount } from './sidebar-link.tsx'

type TeamUnreadProps = { team: number; isCurrent: boolean }

/** The number of unread mails of a team. Live events update it only for the current team. */
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
