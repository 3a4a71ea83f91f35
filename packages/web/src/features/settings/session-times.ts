import type { Session } from '@mailstop/contract'

/** The time of the last use is kept to a quarter of an hour: within that, it may be right now. */
const activeMs = 16 * 60_000

export function isActive({ last_seen_at }: Pick<Session, 'last_seen_at'>, now: number): boolean {
  return now - Date.parse(last_seen_at) < activeMs
}
