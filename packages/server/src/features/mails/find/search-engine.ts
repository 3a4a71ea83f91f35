import type { Database } from '../../../db/database.ts'
import type { KeptRows } from './kept-rows-store.ts'
import type { MailSearch } from './mail-condition.ts'

/** Searches the mail of one database. Mail that was deleted is left out, and the newest comes first. */
export type SearchEngine = {
  ids(scope: SearchScope, search: MailSearch, page: SearchPage): Promise<number[]>
  /** How many are found, at most `limit`. */
  count(scope: SearchScope, search: MailSearch, page: SearchPage): Promise<number>
  /** How many of the newest `limit` that are found are unread. */
  countUnread(scope: SearchScope, search: MailSearch, page: SearchPage): Promise<number>
  /** Calls `work` with a scope that lets searches share what they read. */
  together<Result>(
    scope: SearchScope,
    work: (scope: SearchScope) => Promise<Result>,
  ): Promise<Result>
  /** One step of tidying the index of words; false when there is nothing left to do. */
  mergeWords(db: Database): Promise<boolean>
}

export type SearchScope = Pick<
  Database,
  'dialect' | 'sql' | 'sources' | 'searches' | 'words' | 'wordsSettled'
> & {
  teamId: number
  /** Where searches share what the index lacks. */
  unindexed?: () => Promise<UnindexedMails | null>
  /** Where searches share what they read. */
  keptRows?: KeptRows
}

/**
 * Kept mails of a team whose words are not in the index: they could not be written, as on a full disk, or are being
 * made again, as after an upgrade. A search must not deny them, so it compares each with the condition. That is
 * bounded: `horizon` is the newest of those that are not compared, or 0, and what depends on older mail than that is
 * refused.
 */
export type UnindexedMails = { ids: ReadonlySet<number>; horizon: number }

export type SearchPage = {
  limit: number
  offset?: number
  below?: number
  above?: number
  /**
   * Look at the rows of mails first and ask the index about each: quicker where few rows meet the conditions on rows
   * and many mails the conditions on words.
   */
  fewRows?: boolean
  /** Parts of words are found in this number of the newest mails. */
  compared?: number
}
