import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

export type DialectName = 'sqlite' | 'postgres'

/**
 * What SQLite and Postgres do in different ways. Each has one implementation (`sqlite/dialect.ts`,
 * `postgres/dialect.ts`), and no other code asks which of the two it talks to, except the search of mail, which has
 * an object of its own for each (`features/mails/find`).
 */
export type Dialect = {
  readonly name: DialectName
  /** No other process uses the store, so that a claim in it was made by this process or by an ended one. */
  readonly hasOneProcess: boolean
  /**
   * A condition on the mails of a team, with ids between `above` and `below` where these are given. Order them by
   * `newestFirst` or `oldestFirst`.
   */
  inTeam(
    teamId: number,
    bounds?: { below?: number | undefined; above?: number | undefined },
  ): RawBuilder<SqlBool>
  /** Whether a text contains another, in lower case, compared without regard to case in ASCII. */
  contains(text: RawBuilder<unknown>, lowerCase: string): RawBuilder<SqlBool>
  /** The kind of the store and its bytes on disk, without reading its tables. */
  describe(sql: Kysely<Schema>): Promise<{ product: string; bytes: number }>
  /** Locks the mails in the order of their ids, until the transaction ends. */
  lockMails(tx: Transaction<Schema>, mailIds: readonly number[]): Promise<void>
  /** Locks the rows that a claim selects, and skips rows that another process is claiming. */
  skipLocked<Query extends Lockable<Query>>(query: Query): Query
  /** Locks the rows that a query selects against being deleted, until the transaction ends. */
  keepRows<Query extends Keepable<Query>>(query: Query): Query
  /** The meaning of an error of this database; null when it comes from elsewhere, or is a defect. */
  faultOf(error: Error): StoreFault | null
}

export type Lockable<Query> = { forUpdate(): { skipLocked(): Query } }
export type Keepable<Query> = { forKeyShare(): Query }

/** The reason of a failure, as far as callers act on it. */
export type StoreFault = RowFault | StoreTrouble

/**
 * The store works, but refuses a row: another row has the same unique key; the row that it belongs to does not exist;
 * or it breaks another rule.
 */
export type RowFault = 'taken' | 'owner_gone' | 'row_refused'

/**
 * What keeps a working store from answering: a statement was ended because it took too long, or never had its turn;
 * there is no room on its disk or in its memory; it takes no writes; or it is not there. All of these pass.
 * `damaged`: reading returns other bytes than the store wrote.
 */
export type StoreTrouble = 'too_slow' | 'no_turn' | 'no_room' | 'read_only' | 'away' | 'damaged'

/** What lasts: until an operator mends the store, or, of a full disk, a minute beyond the last write that it refused. */
export type LastingFault = Extract<StoreTrouble, 'damaged' | 'no_room' | 'read_only'>
