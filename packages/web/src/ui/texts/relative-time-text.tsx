import { exactDateTime } from './date-texts.ts'
import { relativeTime } from './relative-time.ts'
import { useNow } from './use-now.ts'

type RelativeTimeTextProps = {
  iso: string
  /** Another line of the tooltip, under the exact time. */
  note?: string | null
  className?: string
}

export function RelativeTimeText({ iso, note, className }: RelativeTimeTextProps) {
  const now = useNow()
  return (
    <time
      dateTime={iso}
      title={note ? `${exactDateTime(iso)}\n${note}` : exactDateTime(iso)}
      className={className}
    >
      {relativeTime(Date.parse(iso), now)}
    </time>
  )
}
