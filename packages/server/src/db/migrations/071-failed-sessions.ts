import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** SMTP sessions that failed are shown by every process, also after a restart. */
export function failedSessions(dialect: DialectName): Migration {
  const { integer, bytes, countedId, end } = columnTypes[dialect]
  const statements = [
    `create table failed_sessions (
      id ${countedId},
      team_id ${integer} not null references teams (id) on delete cascade,
      at ${integer} not null,
      failure text not null,
      login text,
      remote_address text not null,
      reply text not null,
      dialogue ${bytes} not null,
      mail_id ${integer}
    ) ${end}`,
    'create index failed_sessions_of_team on failed_sessions (team_id, id)',
    'create index failed_sessions_by_kind on failed_sessions (team_id, failure, id)',
    'create index failed_sessions_by_age on failed_sessions (at)',
  ]
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}
