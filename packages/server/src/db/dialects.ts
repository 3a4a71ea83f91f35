import { PostgresAdapter, sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Sql } from './database.ts'
import type { Dialect } from './dialect.ts'
import { postgres } from './postgres/dialect.ts'
import { sqlite } from './sqlite/dialect.ts'

export { postgres, sqlite }

export const dialects: readonly Dialect[] = [sqlite, postgres]

/** Serves store functions, which take a database or a transaction and nothing else. */
export const dialectOf = (sql: Sql): Dialect =>
  sql.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite

/** The mails of a team, or only mails between two ids, to be ordered by `newestFirst` or `oldestFirst`. */
export const inTeam = (
  store: Sql,
  teamId: number,
  bounds?: { below?: number | undefined; above?: number | undefined },
): RawBuilder<SqlBool> => dialectOf(store).inTeam(teamId, bounds)

/** When a mail came here, word for word as its index has it. */
export const arrivedAt = sql<number>`coalesce(imported_at, received_at)`
export const newestFirst = sql`mails.team_id desc, mails.id desc`
export const oldestFirst = sql`mails.team_id, mails.id`
