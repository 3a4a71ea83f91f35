import type { MailSearch } from '../../db/mail-condition.ts'

/** Asking the search index about one mail takes as long as walking over some hundred matches. */
const fewRows = 100

/** Whether few enough mails can meet what a search asks of rows to look at each of them. */
export function looksAtFewRows(
  search: MailSearch,
  counters: { total: number; unread: number; flagged: number },
): boolean {
  const asked = (is: 'unread' | 'flagged') =>
    (search.kind === 'all' ? search.parts : [search]).some(
      (part) => part.kind === 'row' && 'is' in part.test && part.test.is === is,
    )
  return (
    counters.total <= fewRows ||
    (asked('unread') && counters.unread <= fewRows) ||
    (asked('flagged') && counters.flagged <= fewRows)
  )
}
