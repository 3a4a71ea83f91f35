import type { DialectName } from '../../dialect.ts'
import { columnTypes } from '../column-types.ts'

/** Teams and what belongs to them besides mail, which goes with its team. A user who owns a team cannot go before it. */
export function teams(dialect: DialectName): string[] {
  const { integer, countedId, keyed, end } = columnTypes[dialect]
  return [
    `create table teams (
      id ${countedId},
      name text not null,
      type text not null,
      plan text not null,
      owner_id ${integer} not null references users (id),
      created_at ${integer} not null,
      deactivated_at ${integer},
      deleted_at ${integer},
      retention_days ${integer},
      retention_mails ${integer},
      plus_tags_off_at ${integer},
      code text not null default ''
    ) ${end}`,
    `create index teams_by_owner on teams (owner_id)`,
    `create index deleted_teams on teams (deleted_at) where deleted_at is not null`,
    `create index teams_with_retention on teams (id)
     where retention_days is not null or retention_mails is not null`,
    `create unique index teams_by_code on teams (code)`,

    `create table team_members (
      team_id ${integer} not null references teams (id) on delete cascade,
      user_id ${integer} not null references users (id) on delete cascade,
      role text not null,
      created_at ${integer} not null,
      vouched_at ${integer},
      primary key (team_id, user_id)
    ) ${end}`,
    `create index team_members_by_user on team_members (user_id)`,

    `create table team_invites (
      id ${countedId},
      team_id ${integer} not null references teams (id) on delete cascade,
      email text not null,
      email_key text not null,
      token_hash text not null unique,
      created_at ${integer} not null,
      expires_at ${integer} not null,
      accepted_at ${integer},
      was_relayed ${integer} not null default 0,
      link_hash text,
      link_copied_at ${integer}
    ) ${end}`,
    `create unique index invites_of_team on team_invites (team_id, email_key)`,
    `create index invites_by_address on team_invites (email_key)`,
    `create index invites_by_expiry on team_invites (expires_at)`,
    `create unique index team_invites_link on team_invites (link_hash)`,
    `create table used_invites (
      token_hash text primary key not null,
      team_id ${integer} not null references teams (id) on delete cascade,
      user_id ${integer} not null references users (id) on delete cascade,
      expires_at ${integer} not null
    ) ${end}`,
    'create index used_invites_of_team on used_invites (team_id)',
    'create index used_invites_of_user on used_invites (user_id)',
    'create index used_invites_by_expiry on used_invites (expires_at)',

    `create table smtp_credentials (
      team_id ${integer} primary key not null references teams (id) on delete cascade,
      username text not null unique,
      password_sealed text not null,
      created_at ${integer} not null
    ) ${end}`,
    `create table api_tokens (
      id ${countedId},
      team_id ${integer} not null references teams (id) on delete cascade,
      name text not null,
      hash text not null unique,
      hint text not null,
      scopes text not null,
      created_by ${integer} references users (id) on delete set null,
      created_at ${integer} not null,
      expires_at ${integer},
      revoked_at ${integer},
      last_used_at ${integer},
      last_used_address text,
      last_used_agent text
    ) ${end}`,
    `create index api_tokens_by_team on api_tokens (team_id)`,
    `create index api_tokens_by_creator on api_tokens (created_by)`,

    `create table team_limits (
      team_id ${integer} primary key not null references teams (id) on delete cascade,
      max_mails ${integer},
      max_bytes ${integer}
    ) ${end}`,
    `create table team_counters (
      team_id ${integer} primary key not null references teams (id) on delete cascade,
      total ${integer} not null,
      unread ${integer} not null,
      flagged ${integer} not null,
      revision ${integer} not null default 0,
      bytes ${integer} not null default 0,
      trashed ${integer} not null default 0,
      trashed_bytes ${integer} not null default 0,
      arrivals_from ${integer} not null default 0
    ) ${end}`,
    `create table pins (
      id ${countedId},
      team_id ${integer} not null references teams (id) on delete cascade,
      type text not null,
      query text not null,
      query_key text not null,
      label text,
      created_at ${integer} not null
    ) ${end}`,
    `create unique index pins_by_query on pins (team_id, type, query_key)`,
    `create table team_tags (
      team_id ${integer} not null references teams (id) on delete cascade,
      key text not null,
      name text not null,
      total ${integer} not null,
      unread ${integer} not null,
      newest_mail ${integer} not null,
      primary key (team_id, key)
    ) ${keyed}`,
    `create index newest_tags on team_tags (team_id, newest_mail)`,
    // A key stands for its mail also when the mail was deleted meanwhile, so its row refers to none.
    `create table idempotency_keys (
      team_id ${integer} not null references teams (id) on delete cascade,
      key text not null,
      digest text not null,
      mail_id ${integer} not null,
      at ${integer} not null,
      primary key (team_id, key)
    ) ${end}`,
    `create index idempotency_keys_by_time on idempotency_keys (at)`,
  ]
}
