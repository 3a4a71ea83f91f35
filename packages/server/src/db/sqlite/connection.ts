import { statSync } from 'node:fs'
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite'
import { asciiLower } from '../../lib/ascii-lower.ts'
import { keepNewest } from '../../lib/shares/newest-kept.ts'
import { searchWords } from '../words/search-words.ts'
import type { ThreadSettings, QueryAnswer } from './protocol.ts'

export type PreparedStatement = { statement: StatementSync; returnsRows: boolean }

const cachedStatements = 300
/** So many pages of the log of writes are written into the database at once. */
export const usualCheckpoint = 4_000

/**
 * Settings of the file itself come first: they only take while it is empty. The caches bound the
 * memory whatever the size of the file; what they do not hold is read from the system's cache. The
 * file is not mapped: mapped pages would count as memory of the process, once for each thread.
 */
const writerSettings = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma wal_autocheckpoint = ${usualCheckpoint};
  pragma journal_size_limit = 67108864;
  pragma cache_size = -16384;
  pragma temp_store = memory;
`
const readerSettings = `
  pragma query_only = on;
  pragma cache_size = -8192;
  pragma mmap_size = 0;
  pragma temp_store = memory;
`

/** One thread's connection to the database file. */
export type Connection = ReturnType<typeof openConnection>

export function openConnection({ file, readOnly }: ThreadSettings) {
  const db = new DatabaseSync(file, { readOnly, timeout: 10_000 })
  db.exec(readOnly ? readerSettings : writerSettings)
  // SQLite's own knows the letters of ASCII alone: a search for Ömer would find no mail of his.
  db.function('lower', { deterministic: true }, lower)
  db.function('ascii_lower', { deterministic: true }, lowerAscii)
  db.function('has_words', { deterministic: true }, hasWords)
  const cache = new Map<string, PreparedStatement>()
  const opened = identityOf(file)
  let log: string | undefined

  return {
    db,
    /**
     * Whether the file was removed or replaced. SQLite does not notice, and writes on to a file that cannot be opened
     * again.
     */
    isFileGone: () => identityOf(file) !== opened,
    /** Whether this was done to the log of writes, which is there from the first read until the last connection is closed. */
    isLogGone(): boolean {
      const found = identityOf(`${file}-wal`)
      log ??= found
      return found !== log
    },
    /** Compiles once per text, for as many texts as the cache holds. */
    prepare(sql: string): PreparedStatement {
      const known = cache.get(sql)
      if (known) {
        keepNewest(cache, sql, known, cachedStatements)
        return known
      }
      const statement = db.prepare(sql)
      const prepared = { statement, returnsRows: statement.columns().length > 0 }
      keepNewest(cache, sql, prepared, cachedStatements)
      return prepared
    },
  }
}

/** Whether the words of a text, each between two spaces, have a text of words. */
const hasWords = (text: SQLOutputValue, asked: SQLOutputValue) =>
  Number(` ${searchWords(String(text))} `.includes(String(asked)))

const lowerAscii = (text: SQLOutputValue): string | null =>
  text === null ? null : asciiLower(String(text))

const lower = (text: SQLOutputValue): string | null =>
  text === null ? null : String(text).toLowerCase()

function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

export function runQuery(
  connection: Connection,
  sql: string,
  parameters: readonly unknown[],
): QueryAnswer {
  const { statement, returnsRows } = connection.prepare(sql)
  const values = parameters.map(inputValue)
  if (returnsRows) return { rows: statement.all(...values), changes: null }
  return { rows: [], changes: Number(statement.run(...values).changes) }
}

/**
 * A whole number goes as a bigint: `node:sqlite` binds a number as a float, which an expression
 * without a column type (`'t' || ?`) would show.
 */
export function inputValue(value: unknown): SQLInputValue {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint') {
    return value
  }
  if (value === undefined || value === null) return null
  if (value instanceof Uint8Array) return value
  throw new TypeError(`A ${typeof value} cannot be stored; convert it first`)
}
