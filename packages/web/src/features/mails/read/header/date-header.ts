import type { MailSummary } from '@mailstop/contract'
import { longDateTime } from '../../../../ui/texts/date-texts.ts'

/** The clocks of senders are rarely exact. */
const usualDifference = 5 * 60_000

/**
 * 'Date header: November 21, 2026 at 9:41 AM' of a mail that says that it was sent at another time than it
 * arrived; else null.
 */
export function dateHeaderText({ date, received_at }: MailSummary): string | null {
  if (date === null) return null
  const difference = Math.abs(Date.parse(date) - Date.parse(received_at))
  return difference > usualDifference ? `Date header: ${longDateTime(date)}` : null
}
