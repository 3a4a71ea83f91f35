import { PostgresAdapter, sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Sql } from './database.ts'

export type IdBounds = {
  /** Only mails of smaller ids. */
  below?: number | undefined
  /** Only mails from this id on. */
  from?: number | undefined
}

const newest = Number.MAX_SAFE_INTEGER

/**
 * The mails of a team, to be ordered by `teamOrder`. Postgres takes the mails of a team to be spread
 * evenly among those of others: asked for the newest ones of a team it would go through all mail from
 * the newest on, which is long for a team that has not received any for a while. Only an index of
 * teams and ids answers what is written like this.
 */
export function inTeam(store: Sql, teamId: number, bounds: IdBounds = {}): RawBuilder<SqlBool> {
  const { below = newest, from = 0 } = bounds
  if (store.getExecutor().adapter instanceof PostgresAdapter) {
    return sql<SqlBool>`(mails.team_id, mails.id) >= (${teamId}, ${from})
      and (mails.team_id, mails.id) < (${teamId}, ${below})`
  }
  const conditions = [
    sql`mails.team_id = ${teamId}`,
    ...(bounds.below === undefined ? [] : [sql`mails.id < ${below}`]),
    ...(bounds.from === undefined ? [] : [sql`mails.id >= ${from}`]),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** When a mail came here, word for word as its index has it. */
export const arrivedAt = sql<number>`coalesce(imported_at, received_at)`

/** Newest first. */
export const newestFirst = sql`mails.team_id desc, mails.id desc`
