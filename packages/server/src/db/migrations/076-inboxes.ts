import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * The credentials of each team become its first inbox, 1, and so does all of its mail: by the default of the column, which
 * rewrites no row.
 */
export function inboxes(dialect: DialectName): Migration {
  const { integer, end } = columnTypes[dialect]
  const ofTeam = 'references teams (id) on delete cascade'
  const statements = [
    `create table inboxes (
      team_id ${integer} not null ${ofTeam},
      id ${integer} not null,
      name text not null,
      name_key text not null,
      code text unique,
      position ${integer} not null,
      username text unique,
      password_sealed text not null,
      previous_password_sealed text,
      previous_until ${integer},
      created_by ${integer} references users (id) on delete set null,
      created_at ${integer} not null,
      credentials_at ${integer} not null,
      last_used_at ${integer},
      lives_ms ${integer},
      expires_at ${integer},
      archived_at ${integer},
      ended_at ${integer},
      cleared_at ${integer},
      networks text not null default '[]',
      recipients text not null default '[]',
      per_minute ${integer},
      retention_days ${integer},
      retention_mails ${integer},
      primary key (team_id, id)
    ) ${end}`,
    'create unique index living_inboxes on inboxes (team_id, name_key) where ended_at is null',
    'create index inboxes_by_creator on inboxes (created_by) where created_by is not null',
    'create index inboxes_by_expiry on inboxes (expires_at) where expires_at is not null',
    'create index ended_inboxes on inboxes (ended_at) where ended_at is not null',
    `create index inboxes_with_retention on inboxes (team_id, id)
      where retention_days is not null or retention_mails is not null`,
    `insert into inboxes (team_id, id, name, name_key, position, username, password_sealed,
        created_at, credentials_at)
      select team_id, 1, 'main', 'main', 1, username, password_sealed, created_at, created_at from smtp_credentials`,
    'drop table smtp_credentials',
    `alter table teams add column last_inbox ${integer} not null default 1`,
    `alter table mails add column inbox_id ${integer} not null default 1`,
    'create index mails_of_inbox on mails (team_id, inbox_id, id) where trashed_at is null',
    `alter table api_tokens add column inbox_id ${integer}`,
    `alter table forwarding_rules add column inbox_id ${integer}`,
  ]
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}
