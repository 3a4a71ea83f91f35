import type { DialectName } from '../../dialect.ts'
import { columnTypes } from '../column-types.ts'

/** Users and how they log in. Sessions, tokens and clients go with their user; the row of one who is gone waits for the teams they owned. */
export function accounts(dialect: DialectName): string[] {
  const { integer, countedId, end } = columnTypes[dialect]
  return [
    `create table users (
      id ${countedId},
      name text not null,
      email text not null,
      email_key text not null unique,
      password_hash text not null,
      email_verified_at ${integer},
      created_at ${integer} not null,
      pending_email text,
      deleted_at ${integer},
      operator_at ${integer},
      disabled_at ${integer},
      pending_unconfirmed ${integer} not null default 0
    ) ${end}`,
    `create index deleted_users on users (deleted_at) where deleted_at is not null`,

    `create table sessions (
      id text primary key not null,
      user_id ${integer} not null references users (id) on delete cascade,
      created_at ${integer} not null,
      seen_at ${integer} not null,
      expires_at ${integer} not null,
      remembered_at ${integer},
      user_agent text not null,
      remote_address text not null
    ) ${end}`,
    `create index sessions_by_user on sessions (user_id)`,
    `create index sessions_by_expiry on sessions (expires_at)`,

    `create table account_tokens (
      id text primary key not null,
      user_id ${integer} not null references users (id) on delete cascade,
      purpose text not null,
      email text not null,
      created_at ${integer} not null,
      expires_at ${integer} not null
    ) ${end}`,
    `create index account_tokens_by_user on account_tokens (user_id, purpose)`,

    // What limits the rate of attempts, and which clients an account's owner is known to use.
    `create table attempts (
      id text primary key not null,
      used ${integer} not null,
      ends_at ${integer} not null
    ) ${end}`,
    `create index attempts_by_end on attempts (ends_at)`,
    `create table familiar_clients (
      user_id ${integer} not null references users (id) on delete cascade,
      client text not null,
      seen_at ${integer} not null,
      primary key (user_id, client)
    ) ${end}`,
    `create index familiar_clients_by_time on familiar_clients (seen_at)`,

    // The first verified account takes the row and operates the server.
    `create table unclaimed_operator (id ${integer} primary key not null) ${end}`,
    `insert into unclaimed_operator (id) values (1)`,
    // Names are kept as they were, so that an act can be read when its operator or its target is gone.
    `create table operator_acts (
      id ${countedId},
      at ${integer} not null,
      operator_id ${integer} references users (id) on delete set null,
      operator_name text not null,
      act text not null,
      target_name text not null,
      detail text not null
    ) ${end}`,
    `create index operator_acts_by_operator on operator_acts (operator_id)`,
    `create index operator_acts_by_time on operator_acts (at)`,
  ]
}
