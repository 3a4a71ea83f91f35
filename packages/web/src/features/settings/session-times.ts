import type { Session } from '@mailstop/contract'

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** The time of the last use is kept to a quarter of an hour: within that, it may be right now. */
const activeMs = 16 * 60_000

export function lastUse({ last_seen_at }: Pick<Session, 'last_seen_at'>, now: number): string {
  const seen = new Date(last_seen_at)
  return now - seen.getTime() < activeMs ? 'Active now' : `Last used ${dateAndTime.format(seen)}`
}

export function signedInOn({ created_at }: Pick<Session, 'created_at'>): string {
  return `Signed in ${date.format(new Date(created_at))}`
}
