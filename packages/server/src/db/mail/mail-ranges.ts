import type { RawBuilder, SqlBool, Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * The tables of mail (`mails`, their sources, transcripts and words) consist of ranges of ids, each with tables of
 * its own. Ids grow with time, so a range holds the mail of some time, and its disk space returns to the system when
 * the range is emptied. Postgres has this, and SQLite does not.
 */
export type MailRanges = {
  /**
   * Makes the next range before mail needs it. Does nothing while another process does it, or holds a lock that it
   * needs: then the next call goes on.
   */
  prepare(): Promise<void>
  /** They ascend by their ids; the last ones are empty. */
  list(): Promise<ListedRange[]>
  /** Makes new mail get ids of the next range. */
  close(range: MailRange): Promise<void>
  /**
   * Empties a range but for the mails that `isKept` selects. `count` runs before, in the same transaction, when no
   * other transaction can change mail of the range; the function that it returns runs after. False when nothing was
   * done, as others use the range.
   */
  empty(range: MailRange, emptying: Emptying): Promise<boolean>
  /** Removes a range without mail that gets no new mail. False while others use the tables. */
  remove(range: MailRange): Promise<boolean>
}

/** Ids from `from` on, below `to`. */
export type MailRange = { from: number; to: number }

export type ListedRange = MailRange & {
  /** `filling` gets new mail, and `ahead` will get it afterwards. */
  state: 'closed' | 'filling' | 'ahead'
}

export type Emptying = {
  /** Names columns of `mails` and of their `teams`, which are joined. */
  isKept: RawBuilder<SqlBool>
  /** If more would be kept, since mail was restored after the count, the range is left as it is. */
  mostKept: number
  /** `isGone` selects the mails of the range that go. */
  count(tx: Transaction<Schema>, isGone: RawBuilder<SqlBool>): Promise<() => Promise<void>>
}
