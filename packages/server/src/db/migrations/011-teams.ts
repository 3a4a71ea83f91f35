import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Teams that are going, whose rows outlast them for a while, and invitations to teams. */
export function teams(dialect: DialectName): string[] {
  const { integer, countedId, end } = columnTypes[dialect]
  return [
    `alter table teams add column deleted_at ${integer}`,
    `create index deleted_teams on teams (deleted_at) where deleted_at is not null`,

    `create table team_invites (
      id ${countedId},
      team_id ${integer} not null references teams (id) on delete cascade,
      email text not null,
      email_key text not null,
      token_hash text not null unique,
      created_at ${integer} not null,
      expires_at ${integer} not null,
      accepted_at ${integer}
    ) ${end}`,
    `create unique index invites_of_team on team_invites (team_id, email_key)`,
    `create index invites_by_address on team_invites (email_key)`,
    `create index invites_by_expiry on team_invites (expires_at)`,
  ]
}
