import { exactDateTime } from './date-texts.ts'
import { relativeTime } from './relative-time.ts'
import { useNow } from './use-now.ts'

type RelativeTimeTextProps = {
  iso: string
  /** Another line of the tooltip, under the exact time. */
  note?: string | null
  /** Without a title its text is not computed, which takes longer than all the rest of a row. */
  hasTitle?: boolean
  className?: string
}

export function RelativeTimeText({ iso, note, hasTitle = true, className }: RelativeTimeTextProps) {
  const now = useNow()
  const title = () => (note ? `${exactDateTime(iso)}\n${note}` : exactDateTime(iso))
  return (
    <time dateTime={iso} title={hasTitle ? title() : undefined} className={className}>
      {relativeTime(Date.parse(iso), now)}
    </time>
  )
}
