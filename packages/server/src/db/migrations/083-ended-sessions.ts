import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Failed sessions name their inbox and the scenario that acted, and those of strangers are bounded by themselves. */
export function endedSessions(dialect: DialectName): Migration {
  const { integer } = columnTypes[dialect]
  const statements = [
    `alter table failed_sessions add column inbox_id ${integer}`,
    'alter table failed_sessions add column scenario text',
    `alter table failed_sessions add column is_stranger ${integer} not null default 0`,
    // A login may have a tag behind the username, which has neither a plus nor a wildcard.
    `update failed_sessions set inbox_id = (
      select min(inboxes.id) from inboxes where inboxes.team_id = failed_sessions.team_id
      and (login = username or login like username || '+%'))`,
    'drop index failed_sessions_by_kind',
    'create index failed_sessions_by_kind on failed_sessions (team_id, is_stranger, failure, id)',
  ]
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}
