import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** A link does not refer to its mail: it outlives it by a week at most, and deleting mail costs what it did. */
export function mailShares(dialect: DialectName): Migration {
  const { integer, countedId, end } = columnTypes[dialect]
  const statements = [
    `create table mail_shares (
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
    'create index mail_shares_of_team on mail_shares (team_id, mail_id)',
    'create index mail_shares_by_maker on mail_shares (created_by)',
    'create index mail_shares_by_expiry on mail_shares (expires_at)',
  ]
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}
