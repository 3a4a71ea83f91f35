import { PostgresAdapter, sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Sql } from './database.ts'

const newest = Number.MAX_SAFE_INTEGER

/**
 * The mails of a team, or those of smaller ids than `below`, to be ordered by `newestFirst`. Postgres
 * takes the mails of a team to be spread evenly among those of others: asked for the newest ones of a
 * team it would go through all mail from the newest on, which is long for a team that has not received
 * any for a while. Only an index of teams and ids answers what is written like this.
 */
export function inTeam(
  store: Sql,
  teamId: number,
  { below }: { below?: number | undefined } = {},
): RawBuilder<SqlBool> {
  if (store.getExecutor().adapter instanceof PostgresAdapter) {
    return sql<SqlBool>`(mails.team_id, mails.id) >= (${teamId}, 0)
      and (mails.team_id, mails.id) < (${teamId}, ${below ?? newest})`
  }
  return below === undefined
    ? sql<SqlBool>`mails.team_id = ${teamId}`
    : sql<SqlBool>`mails.team_id = ${teamId} and mails.id < ${below}`
}

/** When a mail came here, word for word as its index has it. */
export const arrivedAt = sql<number>`coalesce(imported_at, received_at)`

/** Newest first. */
export const newestFirst = sql`mails.team_id desc, mails.id desc`
