import { countText, limits, type Inbox } from '@mailstop/contract'

const dayMs = 24 * 60 * 60_000

/** When an inbox ends; null where it does not end by itself. */
export function inboxEnd({ expires_at }: Inbox, now: number) {
  if (expires_at === null) return null
  const days = (Date.parse(expires_at) - now) / dayMs
  const isSoon = days < 1
  const when = isSoon ? 'within a day' : `in ${countText(Math.round(days), 'day')}`
  return { text: `Ends ${when} without mail`, isSoon }
}

/** What an inbox takes and keeps, where that is not everything. */
export function limitTexts(inbox: Inbox): string[] {
  const { networks, recipients, per_minute: pace, retention_days, retention_mails } = inbox
  const kept = [
    retention_days !== null && countText(retention_days, 'day'),
    retention_mails !== null && countText(retention_mails),
  ].filter((text) => text !== false)
  return [
    networks.length > 0 && `From ${someOf(networks)}`,
    recipients.length > 0 && `To ${someOf(recipients)}`,
    pace !== null && `${countText(pace)} a minute`,
    kept.length > 0 && `Keeps ${kept.join(' and ')}`,
  ].filter((text) => text !== false)
}

const someOf = ([first, ...others]: readonly string[]) =>
  others.length === 0 ? first : `${first} and ${others.length} more`

/** How many messages came in a day, which are counted up to a bound. */
export const dayText = (count: number): string =>
  count < limits.dayCounted
    ? `${countText(count)} in 24 hours`
    : `${count.toLocaleString('en')}+ messages in 24 hours`
