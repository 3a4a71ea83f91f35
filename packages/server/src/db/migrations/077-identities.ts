import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Sign-ins of issuers go with their user. */
export function identities(dialect: DialectName): Migration {
  const { integer, countedId, end } = columnTypes[dialect]
  const statements = [
    `create table identities (
      id ${countedId},
      user_id ${integer} not null references users (id) on delete cascade,
      issuer text not null,
      subject text not null,
      email text,
      created_at ${integer} not null,
      used_at ${integer} not null
    ) ${end}`,
    'create unique index identities_by_subject on identities (issuer, subject)',
    'create index identities_by_user on identities (user_id)',
    `alter table sessions add column confirmed_at ${integer}`,
    `alter table team_members add column from_group_at ${integer}`,
  ]
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}
