import type { BatchStep } from '../database.ts'
import type { MailRefusal } from '../mail/team-quota.ts'
import type { HeldWords } from './held-words.ts'

/** Rows without the names of their columns, which the port would write and read for each of them. */
export type Rows = { insert: string; columns: string[]; values: unknown[] }

/** A batch as it crosses the port to the thread that writes. Its words follow it. */
export type PostedBatch = (Rows | Exclude<BatchStep, { insert: unknown } | { index: unknown }>)[]

/** What crosses the message port between the process and a SQLite thread. */
export type Command =
  /** Sent before any other: opens the file. */
  | { kind: 'open' }
  | { kind: 'query'; sql: string; parameters: readonly unknown[] }
  /** Harmless when SQLite has already rolled back by itself. */
  | { kind: 'rollback' }
  | { kind: 'write'; batch: PostedBatch }
  | { kind: 'write words'; held: HeldWords[] }
  /** Returns memory to the system that is not needed now. */
  | { kind: 'free memory' }
  | { kind: 'close' }

export type QueryAnswer = { rows: unknown[]; changes: number | null }

/** A write that failed returns the sources of its batch, which may have been handed over. */
export type Answer = { result: QueryAnswer | null } | { failure: Failure; returned: Uint8Array[] }

/** Errors lose their codes when cloned, so they cross as plain data. */
export type Failure = {
  message: string
  code?: string
  errcode?: number
  /** The teams of a `TeamsRefused`. */
  refusedTeams?: [number, MailRefusal][]
}

/** What a thread is started with. */
export type ThreadSettings = {
  file: string
  readOnly: boolean
  /** Modules with a subscriber of caught mail (`caught-mail.ts`). */
  subscribers: readonly string[]
}
