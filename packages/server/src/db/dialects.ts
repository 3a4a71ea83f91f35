import { PostgresAdapter } from 'kysely'
import type { Sql } from './database.ts'
import type { Dialect } from './dialect.ts'
import { postgres } from './postgres/dialect.ts'
import { sqlite } from './sqlite/dialect.ts'

export const dialects: readonly Dialect[] = [sqlite, postgres]

/** For a store function, which takes a database or a transaction and nothing else. */
export const dialectOf = (sql: Sql): Dialect =>
  sql.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite
