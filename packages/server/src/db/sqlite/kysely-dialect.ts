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
import { isServing } from '../../lib/shares/served-client.ts'
import type { Lifetime } from '../lifetime.ts'
import type { Command, QueryAnswer } from './protocol.ts'
import type { Readers } from './readers.ts'
import type { HeldWriter, Writer } from './sqlite-thread.ts'

type DialectParts = {
  writer: Writer
  readers: Readers
  lifetime: Lifetime
  /** `ingest`: short selects that never wait for other selects. `long`: selects that may last. */
  lane?: 'ingest' | 'long'
}

/**
 * Kysely on SQLite threads. Outside a transaction a select goes to the readers and anything else to the writer; a
 * transaction holds the writer, its selects included. Two kinds of selects are short, and may go to the writer too:
 * those of `Database.ingest`, as caught mail waits for them, where every reader is busy; and those that no client
 * asked for, of the start, sweeps and queues, while no reader is running and the writer has little to do. So an idle
 * process has no reader. Those of `Database.longReads` never do: mail would wait for them.
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
  const { writer, readers, lifetime, lane } = parts
  const held = new WeakMap<DatabaseConnection, HeldWriter>()
  const leave = new WeakMap<DatabaseConnection, () => void>()

  function route(connection: DatabaseConnection, query: CompiledQuery) {
    const { sql, parameters } = query
    const command: Command = { kind: 'query', sql, parameters }
    const transaction = held.get(connection)
    if (transaction) return transaction.post(command)
    if (!SelectQueryNode.is(query.query)) return writer.post(command)
    if (lane === 'ingest') {
      const answer = readers.requestNow(command)
      if (answer) return answer
      if (!writer.hasLittleToDo()) readers.prepare()
      return writer.post(command)
    }
    const isShort = lane !== 'long' && !isServing()
    const mayWrite = isShort && !readers.areRunning() && writer.hasLittleToDo()
    return mayWrite ? writer.post(command) : readers.request(command)
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

function queryResult<R>(answer: QueryAnswer | null): QueryResult<R> {
  const { rows, changes } = answer ?? { rows: [], changes: null }
  // Nothing checks the type of the rows: Kysely takes every driver's word for it.
  const result = { rows: rows as R[] }
  return changes === null ? result : { ...result, numAffectedRows: BigInt(changes) }
}
