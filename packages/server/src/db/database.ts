import type { Insertable, Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { Meter } from '../lib/process/meter.ts'
import type { FairShares } from '../lib/shares/fair-shares.ts'
import type { CaughtTraits } from './mail/caught-mail.ts'
import type { Dialect, LastingFault } from './dialect.ts'
import type { MailRanges } from './mail/mail-ranges.ts'
import type { Schema, TeamTagRow } from './schema.ts'
import type { SearchEntry } from './words/search-index.ts'
import type { TeamQuota } from './mail/team-quota.ts'
import type { WordFinders } from './words/word-query.ts'

export type Sql = Kysely<Schema>
export type Tx = Transaction<Schema>

/** Registers work to run once the transaction has committed; dropped when it rolls back. */
export type AfterCommit = (work: () => void) => void

export type Work = [tx: Tx, afterCommit: AfterCommit]

/**
 * One store on two databases. SQLite answers from worker threads, one writer and up to a few read-only
 * readers, so that no query ever stalls the thread that answers SMTP and HTTP.
 */
export type Database = {
  readonly dialect: Dialect
  /** Outside a transaction: reads see everything committed, each write commits by itself. */
  readonly sql: Sql
  /**
   * Takes reads that may last, of bulk changes, exports and sweeps, and is otherwise as `sql`. On Postgres the reads of `sql`
   * end after a while with an error (`store-faults.ts`), and these do not.
   */
  readonly longReads: Sql
  /**
   * Serves only the short lookups that catching mail waits for, otherwise as `sql`: no search and no other request
   * holds them up.
   */
  readonly ingest: Sql
  readonly sources: MailSources
  /** Slots for searches: so few that other reads always find a thread or a connection free. */
  readonly searches: FairShares
  /**
   * Commits all of `work` or nothing. Keep it short: on SQLite it holds the only writer. On Postgres a failed
   * statement ends the transaction, so do not catch its error and go on.
   */
  transaction<T>(work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>): Promise<T>
  /**
   * Writes the whole batch in one transaction; resolves when it is on disk (fsync), rejects when none of it is, or
   * when a Postgres was cut off before it could say. Sources are given as sent and packed on the way. The batch is
   * the store's from the call on: a large source may be handed to another thread and be empty afterwards. Where the
   * batch was refused its rows hold their sources again.
   */
  write(batch: Batch, options?: WriteOptions): Promise<void>
  /** Returns which of the mails are on disk, after a batch whose `write` was not answered. */
  onDisk(mailIds: readonly number[]): Promise<Set<number>>
  /**
   * Resolves when the words of all mail whose `write` was begun before are written, or missed: wait for it before
   * asking the search index. True: all mail can be found by its words. False: some may lack its words, and waits in
   * `mails_to_index`. Never rejects; not allowed inside a transaction.
   */
  wordsSettled(): Promise<boolean>
  /**
   * `makeWords` is called, and nothing else, at once and when words of stored mails could not be written, as on a
   * full disk, or have to be made again. Those mails wait in `mails_to_index` for a `reindex`. It resolves with
   * whether every mail that waited when it was called has its words.
   */
  onWordsMissed(makeWords: () => Promise<boolean>): void
  /** `count` growing ids for rows that `write` will insert; unique across processes. */
  nextIds(table: 'mails', count: number): Promise<number[]>
  /**
   * Returns what copies the whole store, as it is at one moment after that call, to a new file. Catching goes on
   * meanwhile. Refuses on Postgres, whose own tools do that.
   */
  snapshot(): Snapshot
  /**
   * Runs work that deletes mail, and may run it twice: on SQLite it succeeds also on a full disk, by a reserve that
   * other writes do not get.
   */
  makingRoom<T>(work: () => Promise<T>): Promise<T>
  /** Fills that reserve where it is missing or empty and there is room. */
  keepReserve(): Promise<void>
  /** Whether deletions use the room of the reserve, since the disk has none. */
  isShortOfRoom(): boolean
  /** A lasting fault of the store, if one is known. Rejects when the store cannot be asked. */
  faults(): Promise<LastingFault[]>
  /** How many connections all processes may open together; null where nothing or a pooler says so. */
  connectionsAllowed(): Promise<number | null>
  /** Adds the figures that only one of the two databases has. */
  measure(meter: Meter): void
  /** The words of mail, for the search of Postgres: SQLite finds mail by words itself. */
  readonly words: WordFinders
  /** Work of the store's own that one process at a time does in the background. */
  readonly tasks: readonly StoreTask[]
  /**
   * Removes the words of a team whose mail is gone, until it is aborted. Those of other deleted mail go with it, or
   * within 31 days.
   */
  removeWords(teamId: number, signal?: AbortSignal): Promise<void>
  /** The ranges of ids of the tables of mail; there are none on SQLite. */
  readonly ranges: MailRanges
  /** Ends threads that were not needed since it was called last. */
  rest(): void
  /** Returns memory to the system that it does not need now. Takes some tens of milliseconds of its threads. */
  freeMemory(): void
  /** Closes after everything that was asked for before. */
  close(): Promise<void>
}

export type WriteOptions = {
  /**
   * Called when others see the batch and another can be written, but it is not on disk yet. Not called where these
   * are one moment, as on SQLite.
   */
  onCommitted?: () => void
  /** How long the batch may wait for rows that another transaction holds; some seconds when not given. */
  lockMs?: number
}

export type StoreTask = {
  /** The name of its lease. */
  name: string
  everyMs: number
  /** Resolves when there is nothing to do for now. Several processes that call it do no harm. */
  work(): Promise<void>
  stop(): Promise<void>
}

/** Calls `onStep` every few megabytes; the copy ends with the error that it throws. */
export type Snapshot = (file: string, onStep: () => void) => Promise<void>

/**
 * The exact bytes of mails: in `mail_sources`, or in an object store whose places that table names. One batch writes
 * the row of a mail and the row of its source, and only the latter says that there is a source. So there is nothing
 * to call when a mail is deleted: its row of `mail_sources` goes with it, by a foreign key (SQLite) or a trigger
 * (Postgres), and bytes elsewhere that no row names can be removed at any time.
 */
export type MailSources = {
  /** Returns the steps of a batch that keep these sources; called before it is written. */
  put(sources: NewSource[]): Promise<Batch>
  /**
   * The mails that a query selects, in its order, if they have sources. The query names columns with their table, as
   * it is joined to another.
   */
  get<Mail>(mails: SelectQueryBuilder<Schema, 'mails', Mail>): Promise<StoredMail<Mail>[]>
  /** Whether sources cannot be kept or read now, although the database can. */
  isAway(): boolean
  /** Removes bytes that no row names. One process at a time calls it; it ends soon after `signal`. */
  sweep(at: { now: () => number; signal: AbortSignal }): Promise<void>
  close(): void
}

/** After a refused write `source` holds its bytes again, though they may have gone to another thread. */
export type NewSource = { mail_id: number; team_id: number; source: Uint8Array }

export type StoredMail<Mail> = {
  mail: Mail
  /** The bytes as sent; rejects when they cannot be read. */
  read(): Promise<Uint8Array>
}

export type Arrived = { mail_id: number; team_id: number }

/** Rows for a bulk write. Within a batch, steps run in order. */
export type Batch = BatchStep[]

export type BatchStep =
  | { [T in keyof Schema]: { insert: T; rows: Insertable<Schema[T]>[] } }[keyof Schema]
  /** Rows whose `source` is written as it is. */
  | { insert: 'mail_sources'; rows: NewSource[]; packed: true }
  /**
   * Adds to number columns of existing rows. With `quota`, the usual limits, the batch is refused with `TeamsRefused`
   * when a team would then hold more than it may, or is suspended. The rows are held until the commit, so that this
   * is exact.
   */
  | {
      add: 'team_counters'
      key: 'team_id'
      rows: Insertable<Schema['team_counters']>[]
      quota?: TeamQuota
    }
  /**
   * Adds mails to the counts of tags, and makes new tags. It must follow the step for `team_counters`, whose rows are
   * the lock of these.
   */
  | { tagged: TeamTagRow[] }
  /** The words of mails that the batch inserts. They may follow their commit: see `wordsSettled`. */
  | { index: SearchEntry[] }
  /**
   * Records that these mails arrive with the present revision of their teams. It must follow the step that adds to
   * `team_counters`, which locks the row of the team until the commit, so that the revisions of a team become visible
   * in their order.
   */
  | { arrived: Arrived[]; at: number }
  /** Inserts the rows that subscribers of caught mail make of these. */
  | { caught: CaughtTraits[] }
  /**
   * Writes the words of mails that wait in `mails_to_index`, and raises the revision of their teams; of other
   * mails nothing is changed.
   */
  | { reindex: SearchEntry[] }
