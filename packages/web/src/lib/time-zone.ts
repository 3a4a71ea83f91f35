import { mayNameDays } from '@mailstop/contract'

/** The name of the user's time zone; undefined if the browser knows none. */
export const userTimeZone = (): string | undefined =>
  Intl.DateTimeFormat().resolvedOptions().timeZone || undefined

/** A query with the user's time zone, if its search may name days, which begin and end there. */
export function withTimeZone<Query extends { q?: string | undefined }>(query: Query) {
  return mayNameDays(query.q ?? '') ? { ...query, time_zone: userTimeZone() } : query
}
