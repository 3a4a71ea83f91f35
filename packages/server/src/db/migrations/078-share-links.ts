import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** A link does not refer to its mail: it outlives it by a week at most, and deleting mail costs what it did. */
export function shareLinks(dialect: DialectName): Migration {
  const { integer, countedId, end } = columnTypes[dialect]
  const statements = [
    `create table share_links (
      id ${countedId},
      team_id ${integer} not null references teams (id) on delete cascade,
      mail_id ${integer} not null,
      created_by ${integer} not null references users (id) on delete cascade,
      hash text not null unique,
      shows text not null,
      once ${integer} not null,
      created_at ${integer} not null,
      expires_at ${integer} not null,
      opened_at ${integer}
    ) ${end}`,
    'create index share_links_of_team on share_links (team_id, mail_id)',
    'create index share_links_by_maker on share_links (created_by)',
    'create index share_links_by_expiry on share_links (expires_at)',
  ]
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}
