import { conditionsOf, type MailSearch } from './mail-condition.ts'

/** Asking the search index about one mail takes as long as walking over so many matches. */
const matchesForOne = 150
/** So that asking about all of them takes some milliseconds, whatever is asked. */
const mostRows = 500

/** Whether so few mails can meet what a search asks of rows that each is better looked at by itself. */
export function looksAtFewRows(
  search: MailSearch,
  counters: { total: number; unread: number; flagged: number },
): boolean {
  const most = Math.min(mostRows, counters.total / matchesForOne)
  const asked = (is: 'unread' | 'flagged') =>
    conditionsOf(search).some(
      (part) => part.kind === 'row' && 'is' in part.test && part.test.is === is,
    )
  return (
    (asked('unread') && counters.unread <= most) || (asked('flagged') && counters.flagged <= most)
  )
}
