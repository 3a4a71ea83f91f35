import { mayNameDays } from '@mailstop/contract'

/** The name of the user's time zone; undefined if the browser knows none. */
export const userTimeZone = (): string | undefined =>
  Intl.DateTimeFormat().resolvedOptions().timeZone || undefined

/** Adds the time zone of the user to a query whose search may name days, because days begin and end by it. */
export function withTimeZone<Query extends { q?: string | undefined }>(query: Query) {
  return mayNameDays(query.q ?? '') ? { ...query, time_zone: userTimeZone() } : query
}
