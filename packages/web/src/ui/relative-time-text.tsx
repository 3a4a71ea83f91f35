import { longDateTime, relativeTime } from './relative-time.ts'
import { useNow } from './use-now.ts'

export function RelativeTimeText({ iso, className }: { iso: string; className?: string }) {
  const now = useNow()
  return (
    <time dateTime={iso} title={longDateTime(iso)} className={className}>
      {relativeTime(Date.parse(iso), now)}
    </time>
  )
}
