import type { Batch } from '../database.ts'

/** What crosses the message port between the process and a SQLite thread. */
export type Command =
  /** The first one. */
  | { kind: 'open' }
  | { kind: 'query'; sql: string; parameters: readonly unknown[] }
  /** Harmless when SQLite has already rolled back by itself. */
  | { kind: 'rollback' }
  | { kind: 'write'; batch: Batch }
  | { kind: 'close' }

export type Request = { id: number; command: Command }

export type QueryAnswer = { rows: unknown[]; changes: number | null }

export type Answer =
  | { id: number; result: QueryAnswer | null }
  | { id: number; failure: { message: string; code?: string; errcode?: number } }

/** What a thread is started with. */
export type ThreadSettings = { file: string; readOnly: boolean }
