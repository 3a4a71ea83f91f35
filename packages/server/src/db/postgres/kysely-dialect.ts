import {
  PostgresDialect,
  SelectQueryNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
} from 'kysely'
import type { ConnectionPools } from './pool.ts'

type Routes = Pick<ConnectionPools, 'reading' | 'changing'>

/**
 * Kysely on Postgres for queries outside of transactions: reads go to the pool whose statements are bounded in time,
 * anything else to the unbounded one. As on SQLite, two statements in a row may go different ways.
 */
export function createRoutedDialect({ reading, changing }: Routes): Dialect {
  const bounded = new PostgresDialect({ pool: reading })
  const unbounded = new PostgresDialect({ pool: changing })
  return {
    createDriver: () => createDriver(bounded.createDriver(), unbounded.createDriver()),
    createQueryCompiler: () => bounded.createQueryCompiler(),
    createAdapter: () => bounded.createAdapter(),
    createIntrospector: (db) => bounded.createIntrospector(db),
  }
}

function createDriver(reading: Driver, changing: Driver): Driver {
  async function noTransaction(): Promise<never> {
    throw new Error('A transaction is begun by `Database.transaction`')
  }
  return {
    async init() {
      await Promise.all([reading.init(), changing.init()])
    },
    async acquireConnection() {
      const connection: DatabaseConnection = {
        async executeQuery(query) {
          const driver = isRead(query) ? reading : changing
          const held = await driver.acquireConnection()
          try {
            return await held.executeQuery(query)
          } finally {
            await driver.releaseConnection(held)
          }
        },
        streamQuery() {
          throw new Error('Streaming is not supported; read in pages')
        },
      }
      return connection
    },
    beginTransaction: noTransaction,
    commitTransaction: noTransaction,
    rollbackTransaction: noTransaction,
    async releaseConnection() {},
    destroy: () => reading.destroy(),
  }
}

/** Searches are written by hand, and begin with one of these words. No change does. */
const handWrittenRead = /^\s*(?:select|with)\b/i

function isRead({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (query.kind === 'RawNode' && handWrittenRead.test(sql))
}
