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
  /** One step of tidying the index of words; false when there is nothing left to do. */
  mergeWords(db: Database): Promise<boolean>
}

/** A team's mail, in a database and not in a transaction on it. */
export type SearchScope = Pick<
  Database,
  'dialect' | 'sql' | 'searches' | 'words' | 'wordsSettled'
> & {
  teamId: number
  /** Where searches share what they read. */
  keptRows?: KeptRows
}

export type SearchPage = {
  limit: number
  offset?: number
  /** Only mails of smaller ids. */
  below?: number
  /** Only mails of greater ids. */
  above?: number
  /**
   * Look at the rows of mails first and ask the index about each: quicker where few rows meet the
   * conditions on them and many mails those on words.
   */
  fewRows?: boolean
  /** Of so many of the newest mails, parts of words are found. */
  compared?: number
}
