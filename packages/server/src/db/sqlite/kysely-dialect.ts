import {
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Lifetime } from '../lifetime.ts'
import type { Command, QueryAnswer } from './protocol.ts'
import type { SqliteThread } from './sqlite-thread.ts'
import type { HeldWriter, Writer } from './writer.ts'

type DialectParts = {
  writer: Writer
  readers: SqliteThread[]
  lifetime: Lifetime
  /** For `Database.ingest`: short selects that never wait for those of others. */
  isIngest?: boolean
}

/**
 * Kysely on SQLite threads. Outside a transaction a select goes to the reader with the least to do
 * and anything else to the writer; a transaction holds the writer, its selects included. A select
 * of `Database.ingest` goes to the writer too where every reader is busy: there is no search, and
 * what is there is short, as caught mail waits for it.
 */
export function createSqliteDialect(parts: DialectParts): Dialect {
  return {
    createDriver: () => createDriver(parts),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new ThreadedSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

class ThreadedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }

  override get supportsTransactionalDdl() {
    return true
  }
}

function createDriver(parts: DialectParts): Driver {
  const { writer, readers, lifetime, isIngest = false } = parts
  const held = new WeakMap<DatabaseConnection, HeldWriter>()
  const leave = new WeakMap<DatabaseConnection, () => void>()

  function route(connection: DatabaseConnection, query: CompiledQuery) {
    const { sql, parameters } = query
    const command: Command = { kind: 'query', sql, parameters }
    const transaction = held.get(connection)
    if (transaction) return transaction.post(command)
    const reader = leastBusy(readers)
    const mayWait = !isIngest || reader.pending() === 0
    if (SelectQueryNode.is(query.query) && mayWait) return reader.request(command)
    return writer.post(command)
  }

  async function endTransaction(connection: DatabaseConnection, how: 'commit' | 'rollback') {
    await held.get(connection)?.end(how)
    held.delete(connection)
  }

  return {
    async init() {},
    async acquireConnection() {
      const connection: DatabaseConnection = {
        executeQuery: async <R>(query: CompiledQuery) =>
          queryResult<R>(await route(connection, query)),
        streamQuery() {
          throw new Error('Streaming is not supported on SQLite; read in pages')
        },
      }
      leave.set(connection, lifetime.enter())
      return connection
    },
    async beginTransaction(connection) {
      held.set(connection, await writer.begin())
    },
    commitTransaction: (connection) => endTransaction(connection, 'commit'),
    rollbackTransaction: (connection) => endTransaction(connection, 'rollback'),
    async releaseConnection(connection) {
      leave.get(connection)?.()
    },
    destroy: () => lifetime.close(),
  }
}

function leastBusy(readers: SqliteThread[]): SqliteThread {
  return readers.reduce((best, reader) => (reader.pending() < best.pending() ? reader : best))
}

function queryResult<R>(answer: QueryAnswer | null): QueryResult<R> {
  const { rows, changes } = answer ?? { rows: [], changes: null }
  // Nothing checks the type of the rows: Kysely takes every driver's word for it.
  const result = { rows: rows as R[] }
  return changes === null ? result : { ...result, numAffectedRows: BigInt(changes) }
}
